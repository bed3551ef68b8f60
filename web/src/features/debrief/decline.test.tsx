import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { LaterPart, User } from '@/api/schema';
import * as notifications from '@/features/notifications/store';
import { api } from '@/lib/api-client';
import { ApiProblem, NetworkProblem } from '@/lib/problems';
import * as session from '@/lib/session';
import { Decline } from './decline';

const NAME = 'I will not take part again';

const part = (state: LaterPart['state'], title: string): LaterPart => ({
  state,
  title,
  opensAt: '2026-12-01T00:00:00Z',
  closesAt: '2026-12-10T00:00:00Z',
  minutes: 5,
});

function open(parts = [part('missed', 'Second'), part('waiting', 'Third')]) {
  const refresh = vi.spyOn(session, 'refreshUser').mockResolvedValue({} as User);
  const notified = vi.spyOn(notifications, 'notify').mockReturnValue(0);
  render(<Decline parts={parts} />);
  fireEvent.click(screen.getByRole('button', { name: NAME }));
  return { refresh, notified };
}
const button = (name: string) => {
  const all = screen.getAllByRole('button', { name });
  return all[all.length - 1] as HTMLElement;
};
const isAsking = () => screen.queryByRole('dialog') !== null;

test('nothing is sent before the participant has confirmed', () => {
  const call = vi.spyOn(api, 'post');
  open();
  expect(screen.queryByText(/e-mail/)).toBeNull();
  screen.getByText('You cannot undo this.');
  expect(screen.queryByText(/all parts/)).toBeNull();
  fireEvent.click(button('Go back'));
  expect(isAsking()).toBe(false);
  expect(call).not.toHaveBeenCalled();
});

test('who gave an address reads that it is deleted', () => {
  const user = { invitations: { address: 'heron@example.org', unsubscribed: false } } as User;
  vi.spyOn(session, 'useSession').mockReturnValue({ isAuthenticated: true, user });
  open();
  screen.getByText(/no more e-mails about this study, and delete your e-mail address/);
});

test('of several parts, the dialog names all', () => {
  open([part('waiting', 'Second'), part('open', 'Third')]);
  screen.getByText(/This applies to all parts that are still to come/);
});

test('a confirmation is sent once, and the page loads again what it shows', async () => {
  let reply = (_: unknown) => {};
  const call = vi.spyOn(api, 'post').mockReturnValue(
    new Promise((resolve) => {
      reply = resolve;
    }) as never,
  );
  const { refresh, notified } = open();
  fireEvent.click(button(NAME));
  expect(button(NAME).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button(NAME));
  expect(call.mock.calls).toEqual([['/api/users/decline-parts']]);
  expect(refresh).not.toHaveBeenCalled();
  reply({});
  await vi.waitFor(() => expect(notified).toHaveBeenCalledWith('good', expect.anything()));
  expect(refresh).toHaveBeenCalledOnce();
});

test('without a connection, the participant reads why and can try again', async () => {
  vi.spyOn(api, 'post').mockRejectedValue(new NetworkProblem());
  const { refresh, notified } = open();
  fireEvent.click(button(NAME));
  await vi.waitFor(() => expect(notified).toHaveBeenCalledWith('bad', expect.anything()));
  expect(isAsking()).toBe(false);
  expect(refresh).not.toHaveBeenCalled();
  expect(button(NAME).getAttribute('aria-disabled')).not.toBe('true');
});

test('a part that was begun in another tab is shown', async () => {
  const problem = new ApiProblem({ status: 409, code: 'wrong_page', currentState: '/end' });
  vi.spyOn(api, 'post').mockRejectedValue(problem);
  const { refresh, notified } = open();
  fireEvent.click(button(NAME));
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledOnce());
  expect(notified).toHaveBeenCalledWith('bad', expect.anything());
});
