import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '@/api/schema';
import { setUser } from '@/lib/session';
import { forgetTimers, startTimer, stopTimer, takeTimer } from './timers';

/** Somebody is signed in, who has agreed to be counted, or has not. */
function signIn(analyticsId: string | null): void {
  localStorage.setItem('auth_token', 'token');
  setUser({ analyticsId } as User);
}

beforeEach(() => {
  localStorage.clear();
  signIn('p-1.proof');
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('elapsed seconds, counted once', () => {
  startTimer('a');
  vi.advanceTimersByTime(1_500);
  startTimer('a');
  vi.advanceTimersByTime(1_000);
  expect(takeTimer('a')).toBe(2.5);
  expect(takeTimer('a')).toBeNull();
});

test('what comes after a stop does not count', () => {
  startTimer('a');
  vi.advanceTimersByTime(2_000);
  stopTimer('a');
  vi.advanceTimersByTime(5_000);
  expect(takeTimer('a')).toBe(2);
  stopTimer('never started');
  expect(takeTimer('never started')).toBeNull();
});

test('nothing is kept of who has not agreed', () => {
  signIn(null);
  startTimer('a');
  expect(localStorage.getItem('analytics_timers')).toBeNull();
  expect(takeTimer('a')).toBeNull();
});

test('damaged storage means no timers', () => {
  localStorage.setItem('analytics_timers', '{');
  expect(takeTimer('a')).toBeNull();
});

test("the timers of somebody else are nobody's, and go when one's own begin", () => {
  startTimer('flow-a');
  vi.advanceTimersByTime(60_000);
  signIn('p-2.proof');
  expect(takeTimer('flow-a')).toBeNull();
  startTimer('flow-a');
  vi.advanceTimersByTime(1_000);
  expect(localStorage.getItem('analytics_timers')).not.toContain('p-1');
  expect(takeTimer('flow-a')).toBe(1);
});

test('what is kept can speak for nobody, and can be forgotten', () => {
  startTimer('flow-a');
  expect(localStorage.getItem('analytics_timers')).toContain('p-1');
  expect(localStorage.getItem('analytics_timers')).not.toContain('proof');
  forgetTimers();
  expect(takeTimer('flow-a')).toBeNull();
  expect(localStorage.getItem('analytics_timers')).toBeNull();
});
