import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { User } from '@/api/schema';
import { setUser } from '@/lib/session';
import { storeTokens } from '@/lib/tokens';
import { Component as StartPage } from './start-page';

function open(role: User['role']) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })));
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  setUser({ username: 'owl', role, groupType: null } as User);
  const routes = [
    { path: '/', element: <p>Welcome</p> },
    { path: '/flow-b/start/:personaId', element: <StartPage /> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/flow-b/start/nobody'] });
  render(<RouterProvider router={router} />);
}

test('the administrator leaves an address that names nothing', async () => {
  open('admin');
  await screen.findByText('Welcome');
});

test('a participant waits there for the flow check', async () => {
  open('participant');
  await new Promise((settled) => setTimeout(settled));
  expect(screen.queryByText('Welcome')).toBeNull();
  await screen.findByText('Loading...');
});
