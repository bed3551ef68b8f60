import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '@/api/types';
import { setUser } from '@/lib/session';
import { startTimer, stopTimer, takeTimer } from './timers';

/** Somebody is signed in, who has agreed to be counted, or has not. */
function signIn(analyticsId: string | null): void {
  localStorage.setItem('auth_token', 'token');
  setUser({ analyticsId } as User);
}

beforeEach(() => {
  localStorage.clear();
  signIn('somebody');
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
