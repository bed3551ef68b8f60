import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '../../../test/sign-in';
import { forgetTimers, startTimer, stopTimer, takeTimer } from './timers';

beforeEach(() => {
  signIn({ analyticsId: 'p-1.proof' });
  vi.useFakeTimers();
});

test('elapsed seconds, counted once', () => {
  startTimer('a');
  vi.advanceTimersByTime(1_500);
  startTimer('a');
  vi.advanceTimersByTime(1_000);
  expect(takeTimer('a')).toBe(2.5);
  expect(takeTimer('a')).toBeNull();
});

test('time after a stop does not count', () => {
  startTimer('a');
  vi.advanceTimersByTime(2_000);
  stopTimer('a');
  vi.advanceTimersByTime(5_000);
  expect(takeTimer('a')).toBe(2);
  stopTimer('never started');
  expect(takeTimer('never started')).toBeNull();
});

test('nothing is stored of a participant who has not agreed', () => {
  signIn({ analyticsId: null });
  startTimer('a');
  expect(localStorage.getItem('analytics_timers')).toBeNull();
  expect(takeTimer('a')).toBeNull();
});

test('damaged storage means no timers', () => {
  localStorage.setItem('analytics_timers', '{');
  expect(takeTimer('a')).toBeNull();
});

test("another participant's timers are not read, and are removed when a new one starts", () => {
  startTimer('flow-a');
  vi.advanceTimersByTime(60_000);
  signIn({ analyticsId: 'p-2.proof' });
  expect(takeTimer('flow-a')).toBeNull();
  startTimer('flow-a');
  vi.advanceTimersByTime(1_000);
  expect(localStorage.getItem('analytics_timers')).not.toContain('p-1');
  expect(takeTimer('flow-a')).toBe(1);
});

test('the stored data do not authorise sending, and can be cleared', () => {
  startTimer('flow-a');
  expect(localStorage.getItem('analytics_timers')).toContain('p-1');
  expect(localStorage.getItem('analytics_timers')).not.toContain('proof');
  forgetTimers();
  expect(takeTimer('flow-a')).toBeNull();
  expect(localStorage.getItem('analytics_timers')).toBeNull();
});
