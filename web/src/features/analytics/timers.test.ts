import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTimer, stopTimer, takeTimer } from './timers';

beforeEach(() => {
  localStorage.clear();
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

test('damaged storage means no timers', () => {
  localStorage.setItem('analytics_timers', '{');
  expect(takeTimer('a')).toBeNull();
});
