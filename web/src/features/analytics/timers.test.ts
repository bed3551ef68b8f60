import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '@/api/types';
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

test("signing out and in again belongs to the time, and is nobody else's", () => {
  startTimer('flow-a');
  vi.advanceTimersByTime(60_000);
  signIn('p-2.proof');
  expect(takeTimer('flow-a')).toBeNull();
  startTimer('flow-a');
  vi.advanceTimersByTime(1_000);
  signIn('p-1.proof');
  expect(takeTimer('flow-a')).toBe(61);
  signIn('p-2.proof');
  expect(takeTimer('flow-a')).toBe(1);
});

test('what is kept can speak for nobody, and goes with who no longer agrees', () => {
  startTimer('flow-a');
  signIn('p-2.proof');
  startTimer('flow-a');
  expect(localStorage.getItem('analytics_timers')).not.toContain('proof');
  forgetTimers('p-1.proof');
  expect(takeTimer('flow-a')).toBe(0);
  signIn('p-1.proof');
  expect(takeTimer('flow-a')).toBeNull();
});

test("a laboratory's browser keeps the timers of the last thirty people", () => {
  for (let person = 0; person <= 30; person += 1) {
    signIn(`p-${person}.proof`);
    startTimer('flow-a');
  }
  expect(takeTimer('flow-a')).toBe(0);
  signIn('p-1.proof');
  expect(takeTimer('flow-a')).toBe(0);
  signIn('p-0.proof');
  expect(takeTimer('flow-a')).toBeNull();
});
