import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { User } from '@/api/schema';
import * as notifications from '@/features/notifications/store';
import { api } from '@/lib/api-client';
import { ApiProblem, NetworkProblem } from '@/lib/problems';
import * as session from '@/lib/session';
import { Decline } from './decline';

const NAME = 'I will not take part again';

function open(several = false) {
  const onDeclined = vi.fn().mockResolvedValue(undefined);
  const notified = vi.spyOn(notifications, 'notify').mockImplementation(() => {});
  render(<Decline several={several} onDeclined={onDeclined} />);
  fireEvent.click(screen.getByRole('button', { name: NAME }));
  return { onDeclined, notified };
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
  open(true);
  screen.getByText(/This applies to all parts that are still to come/);
});

test('a confirmation is sent once, and the page loads again what it shows', async () => {
  let reply = (_: unknown) => {};
  const call = vi.spyOn(api, 'post').mockReturnValue(
    new Promise((resolve) => {
      reply = resolve;
    }) as never,
  );
  const { onDeclined, notified } = open();
  fireEvent.click(button(NAME));
  expect(button(NAME).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button(NAME));
  expect(call.mock.calls).toEqual([['/api/users/decline-parts']]);
  expect(onDeclined).not.toHaveBeenCalled();
  reply({});
  await vi.waitFor(() => expect(notified).toHaveBeenCalledWith('good', expect.anything()));
  expect(onDeclined).toHaveBeenCalledOnce();
});

test('without a connection, the participant reads why and can try again', async () => {
  vi.spyOn(api, 'post').mockRejectedValue(new NetworkProblem());
  const { onDeclined, notified } = open();
  fireEvent.click(button(NAME));
  await vi.waitFor(() => expect(notified).toHaveBeenCalledWith('bad', expect.anything()));
  expect(isAsking()).toBe(false);
  expect(onDeclined).not.toHaveBeenCalled();
  expect(button(NAME).getAttribute('aria-disabled')).not.toBe('true');
});

test('a part that was begun in another tab is shown', async () => {
  const problem = new ApiProblem({ status: 409, code: 'wrong_page', currentState: '/end' });
  vi.spyOn(api, 'post').mockRejectedValue(problem);
  const { onDeclined, notified } = open();
  fireEvent.click(button(NAME));
  await vi.waitFor(() => expect(onDeclined).toHaveBeenCalledOnce());
  expect(notified).toHaveBeenCalledWith('bad', expect.anything());
});
