import { beforeEach, expect, test, vi } from 'vitest';
import { authFetch, whenSessionEnds } from './auth-fetch';
import { ACCESS_KEY, REFRESH_KEY } from './constants';
import { NetworkProblem } from './problems';
import { storeTokens } from './tokens';

/** A server that accepts one token; `refresh` answers refresh calls. */
function server(valid: { token: string }, refresh: () => Response | Promise<Response>) {
  const calls = { api: 0, refresh: 0 };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/auth/refresh') {
      calls.refresh += 1;
      return refresh();
    }
    calls.api += 1;
    const sent = new Headers(init.headers).get('Authorization');
    const ok = sent === `Bearer ${valid.token}`;
    return new Response('{}', { status: ok ? 200 : 401 });
  });
  return calls;
}

const ended = vi.fn();

beforeEach(() => {
  ended.mockReset();
  whenSessionEnds(ended);
  storeTokens({ access_token: 'old', refresh_token: 'r1' });
});

test('ten parallel 401s make one refresh, and every call succeeds', async () => {
  const calls = server({ token: 'new' }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return Response.json({ access_token: 'new', refresh_token: 'r2' });
  });
  const replies = await Promise.all(Array.from({ length: 10 }, () => authFetch('/api/personas')));
  expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(200));
  expect(calls).toEqual({ api: 20, refresh: 1 });
  expect(localStorage.getItem(REFRESH_KEY)).toBe('r2');
});

test('a call is repeated once, not more', async () => {
  const calls = server({ token: 'never' }, () =>
    Response.json({ access_token: 'new', refresh_token: 'r2' }),
  );
  expect((await authFetch('/api/personas')).status).toBe(401);
  expect(calls).toEqual({ api: 2, refresh: 1 });
});

test('a tab that sees half of a new token pair does not refresh', async () => {
  const calls = server({ token: 'new' }, () =>
    Response.json({ access_token: 'newer', refresh_token: 'r3' }),
  );
  // This tab reads between the two writes of another.
  const setItem = vi.spyOn(Storage.prototype, 'setItem');
  const slow = authFetch('/api/personas');
  storeTokens({ access_token: 'new', refresh_token: 'r2' });
  const [first = []] = setItem.mock.calls;
  setItem.mockRestore();
  storeTokens({ access_token: 'old', refresh_token: 'r1' });
  localStorage.setItem(...(first as [string, string]));
  expect((await slow).status).toBe(200);
  expect(calls.refresh).toBe(0);
});

test('a late 401 for a replaced token does not refresh', async () => {
  const calls = server({ token: 'new' }, () => new Response(null, { status: 500 }));
  const slow = authFetch('/api/personas');
  // Another tab stores its new tokens before the reply arrives.
  storeTokens({ access_token: 'new', refresh_token: 'r2' });
  expect((await slow).status).toBe(200);
  expect(calls.refresh).toBe(0);
});

test('after a rejected refresh, the newer tokens of another tab are used', async () => {
  server({ token: 'new' }, () => {
    storeTokens({ access_token: 'new', refresh_token: 'r2' });
    return new Response(null, { status: 401 });
  });
  expect((await authFetch('/api/personas')).status).toBe(200);
  expect(ended).not.toHaveBeenCalled();
});

test.each([
  ['cut off', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['answered 500', () => new Response(null, { status: 500 })],
  ['answered 429', () => new Response(null, { status: 429 })],
  ['cut off by a proxy', () => new Response(null, { status: 408 })],
  ['answered with half a reply', () => new Response('{"access_to', { status: 200 })],
])('a refresh that is %s keeps the tokens', async (_name, refresh) => {
  server({ token: 'new' }, refresh);
  await expect(authFetch('/api/personas')).rejects.toBeInstanceOf(NetworkProblem);
  expect(localStorage.getItem(ACCESS_KEY)).toBe('old');
  expect(localStorage.getItem(REFRESH_KEY)).toBe('r1');
  expect(ended).not.toHaveBeenCalled();
});

test.each([400, 401, 403])('a refresh answered %i ends the session', async (status) => {
  server({ token: 'new' }, () => new Response(null, { status }));
  await expect(authFetch('/api/personas')).rejects.toThrow('Not authenticated');
  expect(ended).toHaveBeenCalledOnce();
});

test('without a refresh token the session ends with its own message', async () => {
  localStorage.removeItem(REFRESH_KEY);
  server({ token: 'new' }, () => new Response(null, { status: 500 }));
  await expect(authFetch('/api/personas')).rejects.toThrow('No refresh token available');
  expect(ended).toHaveBeenCalledOnce();
});

test.each(['ü 漢', 'a\nb'])(
  'a stored token that no header can have (%j) is refreshed',
  async (token) => {
    localStorage.setItem(ACCESS_KEY, token);
    server({ token: 'new' }, () => Response.json({ access_token: 'new', refresh_token: 'r2' }));
    expect((await authFetch('/api/personas')).status).toBe(200);
  },
);
