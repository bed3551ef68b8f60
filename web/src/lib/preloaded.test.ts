import { afterEach, expect, test, vi } from 'vitest';
import { authFetch } from './auth-fetch';
import { forgetPreloaded } from './preloaded';
import { timedFetch } from './timed-fetch';
import { storeTokens } from './tokens';

const PATH = '/api/users/profile';

function preload(token: string, reply: Promise<Response>): void {
  window.preloaded = { token, replies: { [PATH]: reply }, shown: Promise.resolve() };
}

function serverSays(text: string) {
  const server = vi.fn(async () => new Response(text));
  vi.stubGlobal('fetch', server);
  return server;
}

async function asked(method = 'GET'): Promise<string> {
  return (await timedFetch(PATH, { method })).text();
}

afterEach(() => {
  localStorage.clear();
  delete window.preloaded;
});

test('a call that the page has made already is not made again, the next one is', async () => {
  localStorage.setItem('auth_token', 'mine');
  const server = serverSays('later');
  preload('mine', Promise.resolve(new Response('preloaded')));
  expect(await asked()).toBe('preloaded');
  expect(server).not.toHaveBeenCalled();
  expect(await asked()).toBe('later');
});

test('the reply to another token is nobody else’s', async () => {
  localStorage.setItem('auth_token', 'mine');
  serverSays('mine');
  preload('theirs', Promise.resolve(new Response('theirs')));
  expect(await asked()).toBe('mine');
});

test('a call that did not get through is made again', async () => {
  localStorage.setItem('auth_token', 'mine');
  serverSays('second try');
  const failed = Promise.reject(new TypeError('no network'));
  failed.catch(() => {});
  preload('mine', failed);
  expect(await asked()).toBe('second try');
});

test('only reading is preloaded', async () => {
  localStorage.setItem('auth_token', 'mine');
  serverSays('changed');
  preload('mine', Promise.resolve(new Response('preloaded')));
  expect(await asked('PATCH')).toBe('changed');
});

test('what was refused is asked again, since it may be allowed by now', async () => {
  localStorage.setItem('auth_token', 'mine');
  serverSays('now');
  preload('mine', Promise.resolve(new Response('', { status: 404 })));
  expect(await asked()).toBe('now');
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

test('what the first page has not taken is forgotten', async () => {
  localStorage.setItem('auth_token', 'mine');
  serverSays('later');
  preload('mine', Promise.resolve(new Response('preloaded')));
  forgetPreloaded();
  expect(await asked()).toBe('later');
});
