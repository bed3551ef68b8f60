import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '@/api/schema';
import {
  login,
  logout,
  onForget,
  onSessionEnd,
  onSignOut,
  session,
  setUser,
  startSession,
} from './session';
import { clearTokens, storeTokens } from './tokens';

const user = { username: 'owl', code: 'K7QM-2RXD', currentState: '/home' } as User;

beforeEach(() => {
  clearTokens();
  startSession();
});

afterEach(() => vi.unstubAllGlobals());

function answers(status: number, body: unknown) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) =>
    status === 204 ? new Response(null, { status }) : Response.json(body, { status }),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('authenticated exactly when an access token exists', () => {
  expect(session().isAuthenticated).toBe(false);
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  startSession();
  expect(session().isAuthenticated).toBe(true);
});

test('signing in stores both tokens and the user', async () => {
  answers(200, { access_token: 'a', refresh_token: 'r', user });
  await login('owl', 'secret');
  expect(localStorage.getItem('auth_token')).toBe('a');
  expect(localStorage.getItem('refresh_token')).toBe('r');
  expect(session()).toEqual({ isAuthenticated: true, user });
});

test('a failed sign-in says so and changes nothing', async () => {
  answers(401, {});
  await expect(login('owl', 'wrong')).rejects.toThrow('Login failed');
  expect(session()).toEqual({ isAuthenticated: false, user: null });
});

test.each([204, 500])(
  'signing out clears everything personal, also when told %i',
  async (status) => {
    storeTokens({ access_token: 'a', refresh_token: 'r' });
    setUser(user);
    sessionStorage.setItem('analytics', 'x');
    localStorage.setItem('theme', 'dark');
    const clean = vi.fn();
    onSignOut(clean);
    const fetch = answers(status, {});
    await logout();
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/auth/logout');
    expect(localStorage.getItem('auth_token')).toBeNull();
    expect(localStorage.getItem('refresh_token')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
    expect(session()).toEqual({ isAuthenticated: false, user: null });
    expect(clean).toHaveBeenCalledOnce();
    // The theme is not personal.
    expect(localStorage.getItem('theme')).toBe('dark');
  },
);

test('a sign-out in another tab ends this one too', () => {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  startSession();
  const ended = vi.fn();
  const stop = onSessionEnd(ended);
  clearTokens();
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }));
  expect(session().isAuthenticated).toBe(false);
  expect(ended).toHaveBeenCalled();
  stop();
});

test('what came with the visit outlives a session that ends, and goes when the person signs out', async () => {
  const keep = () => {
    for (const key of ['recruitment', 'link', 'consent', 'analytics_session'])
      sessionStorage.setItem(key, 'x');
    storeTokens({ access_token: 'a', refresh_token: 'r' });
  };
  const left = () => Object.keys(sessionStorage).sort();
  answers(204, {});
  keep();
  startSession();
  clearTokens();
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }));
  expect(left()).toEqual(['consent', 'link', 'recruitment']);
  keep();
  await logout(true);
  expect(left()).toEqual(['consent', 'link', 'recruitment']);
  keep();
  await logout();
  expect(left()).toEqual([]);
});

test('a session that another tab ended is forgotten in memory too', () => {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  startSession();
  const forgetIt = vi.fn();
  onForget(forgetIt);
  clearTokens();
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: null }));
  expect(forgetIt).toHaveBeenCalled();
  expect(session().isAuthenticated).toBe(false);
});

test('an end that came before anybody listened is told to the first who does, once', () => {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  startSession();
  clearTokens();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  const first = vi.fn();
  const second = vi.fn();
  onSessionEnd(first)();
  onSessionEnd(second)();
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).not.toHaveBeenCalled();
});

test('signing out waits for a server that does not answer for a while, and not for ever', async () => {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  setUser(user);
  const patience = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_, fail) => signal?.addEventListener('abort', fail)),
  );
  const out = logout();
  expect(limit).toHaveBeenCalledWith(5_000);
  patience.abort();
  await out;
  expect(session().isAuthenticated).toBe(false);
});
