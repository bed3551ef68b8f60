import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '@/api/schema';
import { setUser } from '@/lib/session';
import { storeTokens } from '@/lib/tokens';
import { Component as ProfilePage } from './profile-page';

const idle = {
  username: 'owl',
  role: 'participant',
  groupType: null,
  withdrawn: false,
  profile: { firstName: '', lastName: '' },
  code: 'K7QM-2RXD',
  consent: null,
  progress: null,
} as unknown as User;

function open(user: User) {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  setUser(user);
  const routes = ['/profile', '/dashboard'].map((path) => ({ path, element: <ProfilePage /> }));
  const router = createMemoryRouter(routes, { initialEntries: ['/profile'] });
  render(<RouterProvider router={router} />);
  return router;
}

const notice = () => screen.queryByRole('heading', { name: 'The study is full at the moment' });

afterEach(() => vi.unstubAllGlobals());

test('who has lost the place in a full study is told so, and gets in when a place is free', async () => {
  const router = open(idle);
  expect(notice()).not.toBeNull();
  screen.getByRole('button', { name: 'Download my data' });
  screen.getByRole('button', { name: 'Withdraw from the study' });
  const button = screen.getByRole('button', { name: 'Check for a free place' });
  const ask = (user: User) => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(user)));
    fireEvent.click(button);
  };
  ask(idle);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
  expect(router.state.location.pathname).toBe('/profile');
  ask({ ...idle, groupType: 'control_0' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(notice()).toBeNull();
});

test.each([{ groupType: 'control_0' }, { withdrawn: true }, { role: 'admin' }] as Partial<User>[])(
  'nobody else is: %o',
  (other) => {
    open({ ...idle, ...other });
    expect(notice()).toBeNull();
  },
);
