import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authFetch } from './auth-fetch';
import { forgetPreloaded } from './preloaded';
import { timedFetch } from './timed-fetch';
import { storeTokens } from './tokens';

const PATH = '/api/users/profile';

function preload(token: string, reply: Promise<Response>): void {
  window.preloaded = { token, replies: { [PATH]: reply }, shown: Promise.resolve() };
}

function serverSends(text: string) {
  const server = vi.fn(async () => new Response(text));
  vi.stubGlobal('fetch', server);
  return server;
}

async function fetched(method = 'GET'): Promise<string> {
  return (await timedFetch(PATH, { method })).text();
}

beforeEach(() => localStorage.setItem('auth_token', 'mine'));

afterEach(() => {
  delete window.preloaded;
});

test('a preloaded call is not repeated, the next one is', async () => {
  const server = serverSends('later');
  preload('mine', Promise.resolve(new Response('preloaded')));
  expect(await fetched()).toBe('preloaded');
  expect(server).not.toHaveBeenCalled();
  expect(await fetched()).toBe('later');
});

test.each([
  ['has another token', 'theirs', 'GET', async () => new Response('theirs')],
  ['failed', 'mine', 'GET', () => Promise.reject(new TypeError('no network'))],
  ['is not for reading', 'mine', 'PATCH', async () => new Response('preloaded')],
  [
    'was rejected, and may be allowed by now',
    'mine',
    'GET',
    async () => new Response('', { status: 404 }),
  ],
])('a call is made again if the preloaded one %s', async (_, token, method, reply) => {
  const server = serverSends('now');
  const preloaded = reply();
  preloaded.catch(() => {});
  preload(token, preloaded);
  expect(await fetched(method)).toBe('now');
  expect(server).toHaveBeenCalledOnce();
});

test('a prefetched 401 is the one 401 of its call: one refresh, one retry with the new token', async () => {
  storeTokens({ access_token: 'expired', refresh_token: 'r1' });
  preload('expired', Promise.resolve(new Response('', { status: 401 })));
  const calls: [string, string | null][] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push([path, new Headers(init.headers).get('Authorization')]);
    if (path === PATH) return new Response('profile');
    return Response.json({ access_token: 'fresh', refresh_token: 'r2' });
  });
  expect(await (await authFetch(PATH, { method: 'GET' })).text()).toBe('profile');
  expect(calls).toEqual([
    ['/api/auth/refresh', 'Bearer expired'],
    [PATH, 'Bearer fresh'],
  ]);
});

test('replies that the first page has not used are dropped', async () => {
  serverSends('later');
  preload('mine', Promise.resolve(new Response('preloaded')));
  forgetPreloaded();
  expect(await fetched()).toBe('later');
});
