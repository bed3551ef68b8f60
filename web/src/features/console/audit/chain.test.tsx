import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Chain } from './chain';

const HEAD = 'ab'.repeat(32);
const chain = { whole: true, entries: 1234, head: HEAD, brokenAt: null };

test('an intact log shows its length and its head', () => {
  render(<Chain chain={chain} />);
  expect(screen.getByRole('heading', { name: 'The log is intact' })).toBeDefined();
  expect(screen.getByText('Entries: 1,234. Each one matches the one before.')).toBeDefined();
  expect(screen.getByText(HEAD)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a broken log shows the position in an alert, and still shows its head', () => {
  render(<Chain chain={{ ...chain, whole: false, brokenAt: 7 }} />);
  expect(screen.getByRole('alert').textContent).toContain('Entry 7 does not match');
  expect(screen.queryByText('The log is intact')).toBeNull();
  expect(screen.getByText(HEAD)).toBeDefined();
});

test('an empty log has no head to store', () => {
  render(<Chain chain={{ whole: true, entries: 0, head: null, brokenAt: null }} />);
  expect(screen.getByText('The log is empty.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
});

test('the head is copied, or the reader is asked to copy it', async () => {
  const user = userEvent.setup();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
  const { rerender } = render(<Chain chain={chain} />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(write).toHaveBeenCalledWith(HEAD);
  expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined();

  // After a new entry, the copied hash is no longer the head.
  rerender(<Chain chain={{ ...chain, head: 'cd'.repeat(32) }} />);
  write.mockRejectedValueOnce(new Error('not allowed'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(screen.getByText(/copy it manually/)).toBeDefined();
});
