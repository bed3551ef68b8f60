import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { startSession } from '@/lib/session';
import { renderAt } from '../../test/render';
import { signIn } from '../../test/sign-in';
import { useFlowGuard } from './flow-guard';

let calls: string[];
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

const open = (path: string) => renderAt(path, { '*': <Guarded /> }).router;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  correct = '/home';
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    return Response.json({ correctPage: correct });
  });
  startSession();
  signIn({ username: 'owl', role: 'participant', groupType: 'control_0' });
});

test('asks after 100 ms, not before, and replaces a wrong location', async () => {
  const router = open('/post-questionnaire');
  await pass(99);
  expect(calls).toEqual([]);
  await pass(1);
  expect(calls).toEqual([
    '/api/page-flow/correct-page?groupType=control_0&currentPath=%2Fpost-questionnaire',
  ]);
  expect(screen.getByText('/home')).toBeTruthy();
  expect(router.state.historyAction).toBe('REPLACE');
});

test.each(['/', '/consent', '/auth'])('never asks on %s', async (path) => {
  open(path);
  await pass(1_000);
  expect(calls).toEqual([]);
});

test('the admin is not checked', async () => {
  signIn({ username: 'admin', role: 'admin', groupType: null });
  open('/end');
  await pass(1_000);
  expect(calls).toEqual([]);
  expect(screen.getByText('/end')).toBeTruthy();
});

test('quick navigation checks only the last page', async () => {
  correct = '/end';
  const router = open('/home');
  await pass(50);
  await act(() => router.navigate('/end'));
  await pass(100);
  expect(calls).toHaveLength(1);
  expect(calls[0]).toContain('%2Fend');
});

test('a check that fails is only logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  open('/end');
  await pass(200);
  expect(log).toHaveBeenCalledOnce();
  expect(screen.getByText('/end')).toBeTruthy();
});

test('no check while the app goes to the sign-in', async () => {
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
