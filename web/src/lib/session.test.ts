import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '@/api/schema';
import { answers } from '../../test/server';
import { signIn } from '../../test/sign-in';
import { login, logout, onForget, onSessionEnd, onSignOut, session, startSession } from './session';
import { clearTokens, storeTokens } from './tokens';

const user = { username: 'owl', code: 'K7QM-2RXD', currentState: '/home' } as User;

beforeEach(() => {
  clearTokens();
  startSession();
});

/** Starts with the tokens of an earlier visit. */
function startWithTokens() {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  startSession();
}

/** Ends the session like another tab; `key` is null if that cleared everything. */
function endElsewhere(key: string | null = 'auth_token') {
  clearTokens();
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

test('authenticated exactly when an access token exists', () => {
  expect(session().isAuthenticated).toBe(false);
  startWithTokens();
  expect(session().isAuthenticated).toBe(true);
});

test('signing in stores both tokens and the user', async () => {
  answers([200, { access_token: 'a', refresh_token: 'r', user }]);
  await login('owl', 'secret');
  expect(localStorage.getItem('auth_token')).toBe('a');
  expect(localStorage.getItem('refresh_token')).toBe('r');
  expect(session()).toEqual({ isAuthenticated: true, user });
});

test('a failed sign-in is an error and changes nothing', async () => {
  answers([401, {}]);
  await expect(login('owl', 'wrong')).rejects.toThrow('Login failed');
  expect(session()).toEqual({ isAuthenticated: false, user: null });
});

test.each([204, 500])(
  'signing out clears everything personal, also after a reply with %i',
  async (status) => {
    signIn(user);
    sessionStorage.setItem('analytics', 'x');
    localStorage.setItem('theme', 'dark');
    const clean = vi.fn();
    onSignOut(clean);
    const fetch = answers([status, {}]);
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

test('a sign-out in another tab ends this one too, and clears its memory', () => {
  startWithTokens();
  const [ended, forget] = [vi.fn(), vi.fn()];
  onForget(forget);
  const stop = onSessionEnd(ended);
  endElsewhere();
  expect(session().isAuthenticated).toBe(false);
  expect(ended).toHaveBeenCalled();
  expect(forget).toHaveBeenCalled();
  stop();
});

test('the data of a visit survive the end of a session, and are cleared at sign-out', async () => {
  const keep = () => {
    for (const key of ['recruitment', 'link', 'consent', 'analytics_session'])
      sessionStorage.setItem(key, 'x');
    storeTokens({ access_token: 'a', refresh_token: 'r' });
  };
  const left = () => Object.keys(sessionStorage).sort();
  answers([204, null]);
  keep();
  startSession();
  endElsewhere();
  expect(left()).toEqual(['consent', 'link', 'recruitment']);
  keep();
  await logout(true);
  expect(left()).toEqual(['consent', 'link', 'recruitment']);
  keep();
  await logout();
  expect(left()).toEqual([]);
});

test('an end before the first listener is reported to it, once', () => {
  startWithTokens();
  endElsewhere(null);
  const first = vi.fn();
  const second = vi.fn();
  onSessionEnd(first)();
  onSessionEnd(second)();
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).not.toHaveBeenCalled();
});

test('signing out waits for an unresponsive server only for a limited time', async () => {
  signIn(user);
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
