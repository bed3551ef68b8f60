import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { LaterPart, User } from '@/api/schema';
import { api } from '@/lib/api-client';
import { setLocale } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import * as session from '@/lib/session';
import { Address } from './address';

type Invitations = NonNullable<User['invitations']>;

const part = (state: LaterPart['state']): LaterPart => ({
  state,
  title: 'Second part',
  opensAt: '2026-12-01T00:00:00Z',
  closesAt: '2026-12-10T00:00:00Z',
  minutes: 5,
});
const show = (invitations: Invitations | undefined, state: LaterPart['state'] = 'waiting') => {
  const user = { invitations, waves: [part(state)] } as User;
  vi.spyOn(session, 'refreshUser').mockResolvedValue(user);
  vi.spyOn(session, 'useSession').mockReturnValue({ isAuthenticated: true, user });
  return render(<Address />);
};
afterEach(() => setLocale('en'));

const field = () => screen.getByLabelText<HTMLInputElement>('E-mail address');

test('whoever is not invited is asked for nothing', () => {
  expect(show(undefined).container.innerHTML).toBe('');
});

test('an address is saved, and can be deleted only once it is stored', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({} as never);
  const set = vi.spyOn(session, 'setUser').mockImplementation(() => {});
  show({ address: null, unsubscribed: false });
  expect(screen.queryByRole('button', { name: 'Delete address' })).toBeNull();
  fireEvent.change(field(), { target: { value: 'heron@example.org' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save address' }));
  await vi.waitFor(() => expect(set).toHaveBeenCalledOnce());
  expect(put).toHaveBeenCalledWith('/api/users/address', {
    body: { address: 'heron@example.org' },
  });
});

test('a stored address is shown and deleted', async () => {
  const call = vi.spyOn(api, 'delete').mockResolvedValue({} as never);
  vi.spyOn(session, 'setUser').mockImplementation(() => {});
  show({ address: 'heron@example.org', unsubscribed: true });
  expect(field().value).toBe('heron@example.org');
  screen.getByText(/You have unsubscribed/);
  expect(screen.queryByText(/We invite you/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Delete address' }));
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith('/api/users/address'));
});

test.each(['started', 'completed', 'missed'] as const)(
  'of a part that is %s, no invitation is promised, and the address can only be deleted',
  async (state) => {
    const call = vi.spyOn(api, 'delete').mockResolvedValue({} as never);
    vi.spyOn(session, 'setUser').mockImplementation(() => {});
    show({ address: 'heron@example.org', unsubscribed: false }, state);
    expect(screen.queryByText(/We invite you/)).toBeNull();
    screen.getByText(/No invitation is to come/);
    screen.getByText('heron@example.org');
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Delete address']);
    expect(screen.queryByRole('textbox')).toBeNull();
    fireEvent.click(screen.getByRole('button'));
    await vi.waitFor(() => expect(call).toHaveBeenCalledWith('/api/users/address'));
  },
);

test('without a stored address, nothing is shown once no invitation is to come', () => {
  expect(show({ address: null, unsubscribed: false }, 'completed').container.innerHTML).toBe('');
});

test('a wrong address is marked at the field, and what was typed stays', async () => {
  const message = 'Enter an e-mail address, for example name@example.org.';
  const problem = { fields: [{ item: 'address', code: 'address_invalid', message }] };
  vi.spyOn(api, 'put').mockRejectedValue(
    Object.assign(Object.create(ApiProblem.prototype), problem),
  );
  show({ address: null, unsubscribed: false });
  fireEvent.change(field(), { target: { value: 'heron' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save address' }));
  await screen.findByText(message);
  expect(field().value).toBe('heron');
});

test('in German, the error is German, and the names of later parts are fetched and kept in German', async () => {
  await setLocale('de');
  const message = 'Enter an e-mail address, for example name@example.org.';
  const problem = { fields: [{ item: 'address', code: 'address_invalid', message }] };
  const put = vi
    .spyOn(api, 'put')
    .mockRejectedValueOnce(Object.assign(Object.create(ApiProblem.prototype), problem));
  const set = vi.spyOn(session, 'setUser').mockImplementation(() => {});
  show({ address: null, unsubscribed: false });
  expect(session.refreshUser).toHaveBeenLastCalledWith('de');
  const save = screen.getByRole('button', { name: 'Adresse speichern' });
  fireEvent.click(save);
  await screen.findByText(/^Geben Sie eine E\u2011Mail-Adresse ein/);
  // The reply is in the language of the registration.
  put.mockResolvedValueOnce({ waves: [{ ...part('waiting'), title: 'Part two' }] } as never);
  fireEvent.click(save);
  await vi.waitFor(() => expect(set).toHaveBeenCalledWith({ waves: [part('waiting')] }));
});
