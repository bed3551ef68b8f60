import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '@/api/schema';
import { setUser, startSession } from '@/lib/session';
import { storeTokens } from '@/lib/tokens';
import { useFlowGuard } from './flow-guard';

let asked: string[];
let correct: string;

function Guarded() {
  useFlowGuard();
  return (
    <>
      <p>{useLocation().pathname}</p>
      <Outlet />
    </>
  );
}

function open(path: string) {
  const router = createMemoryRouter([{ path: '*', element: <Guarded /> }], {
    initialEntries: [path],
  });
  render(<RouterProvider router={router} />);
  return router;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  correct = '/home';
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json({ correctPage: correct });
  });
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  startSession();
  setUser({ username: 'owl', role: 'participant', groupType: 'control_0' } as User);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('asks after 100 ms, not before, and replaces a wrong location', async () => {
  const router = open('/post-questionnaire');
  await pass(99);
  expect(asked).toEqual([]);
  await pass(1);
  expect(asked).toEqual([
    '/api/page-flow/correct-page?groupType=control_0&currentPath=%2Fpost-questionnaire',
  ]);
  expect(screen.getByText('/home')).toBeTruthy();
  expect(router.state.historyAction).toBe('REPLACE');
});

test.each(['/', '/consent', '/auth'])('never asks on %s', async (path) => {
  open(path);
  await pass(1_000);
  expect(asked).toEqual([]);
});

test('the admin is not checked', async () => {
  setUser({ username: 'admin', role: 'admin', groupType: null } as User);
  open('/end');
  await pass(1_000);
  expect(asked).toEqual([]);
  expect(screen.getByText('/end')).toBeTruthy();
});

test('a quick passage asks only for the page where it ends', async () => {
  correct = '/end';
  const router = open('/home');
  await pass(50);
  await act(() => router.navigate('/end'));
  await pass(100);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('%2Fend');
});

test('a check that fails is logged and disturbs nobody', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  open('/end');
  await pass(200);
  expect(log).toHaveBeenCalledOnce();
  expect(screen.getByText('/end')).toBeTruthy();
});

test('whoever is on the way to the sign-in is not led elsewhere', async () => {
  const slow = () => new Promise((arrive) => setTimeout(() => arrive(null), 500));
  const router = createMemoryRouter(
    [
      { path: '/auth', loader: slow, element: <p>Sign in</p> },
      { path: '*', element: <Guarded /> },
    ],
    { initialEntries: ['/profile'] },
  );
  render(<RouterProvider router={router} />);
  await pass(50);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  act(() => void router.navigate('/auth'));
  await pass(600);
  expect(screen.getByText('Sign in')).toBeTruthy();
});
