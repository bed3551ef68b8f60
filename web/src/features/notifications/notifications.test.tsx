import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { NOTIFICATION_DURATION } from '@/lib/constants';
import { notifications, notify } from './store';
import { Toaster } from './toaster';

beforeEach(() => {
  vi.useFakeTimers();
  notifications.set([]);
  render(<Toaster />);
});

const shown = (text: string) => screen.queryByText(text) !== null;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const show = (...args: Parameters<typeof notify>) => act(() => void notify(...args));

test('a message goes after 5000 ms', () => {
  show('good', 'Profile saved');
  pass(NOTIFICATION_DURATION - 1);
  expect(shown('Profile saved')).toBe(true);
  pass(1);
  expect(shown('Profile saved')).toBe(false);
});

test.each([0, -1])('a duration of %i stays until it is closed', (duration) => {
  show('bad', 'Rejected', duration);
  pass(3_600_000);
  expect(shown('Rejected')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Close message' }));
  expect(shown('Rejected')).toBe(false);
});

test('the time stops while the pointer or the focus is on it', () => {
  show('info', 'Read me', 1_000);
  const toast = screen.getByText('Read me').parentElement as HTMLElement;
  for (const [enter, leave] of [
    [fireEvent.pointerEnter, fireEvent.pointerLeave],
    [fireEvent.focus, fireEvent.blur],
  ] as const) {
    enter(toast);
    pass(60_000);
    expect(shown('Read me')).toBe(true);
    leave(toast);
    pass(999);
    expect(shown('Read me')).toBe(true);
  }
  pass(1);
  expect(shown('Read me')).toBe(false);
});

test('errors are alerts, the rest is announced politely, the same text is shown once', () => {
  show('bad', 'Rejected');
  show('good', 'Saved');
  show('good', 'Saved');
  expect(screen.getByRole('alert').textContent).toContain('Rejected');
  expect(screen.getByRole('status').textContent).toContain('Saved');
  expect(screen.getAllByText('Saved')).toHaveLength(1);
});
