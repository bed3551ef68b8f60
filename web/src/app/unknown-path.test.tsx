import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { PERSON_KEY } from '@/lib/constants';
import { startSession } from '@/lib/session';
import { Component, loader } from './unknown-path';

/** Opens the console of a study as a person of the installation; the server replies to the profile with 403. */
async function open(code: string) {
  history.replaceState(null, '', '/admin/study');
  localStorage.setItem(PERSON_KEY, 'a');
  startSession();
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith('/api/users/profile')
      ? new Response(JSON.stringify({ code, message: 'no' }), {
          status: 403,
          headers: { 'Content-Type': 'application/problem+json' },
        })
      : Response.json({ title: 'Seeing and judging', locales: [] }),
  );
  const routes = [{ path: '*', loader, Component, errorElement: <h1>error</h1> }];
  const router = createMemoryRouter(routes, { initialEntries: ['/admin/study'] });
  render(<RouterProvider router={router} />);
  return (await screen.findByRole('heading', { level: 1 })).textContent;
}

test('a person without a role reads whom to ask, and gets to their own studies', async () => {
  expect(await open('role_forbids')).toBe('You have no role in “Seeing and judging”');
  expect(screen.getByText(/Ask an owner of the study/)).toBeDefined();
  const studies = screen.getByRole('link', { name: 'Your studies' });
  expect(studies.getAttribute('href')).toBe('/console');
  expect(screen.getByRole('button', { name: 'Sign in with another account' })).toBeDefined();
});

test('any other error is still an error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await open('other_site')).toBe('error');
});
