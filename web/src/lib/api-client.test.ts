import { afterEach, expect, test, vi } from 'vitest';
import { api, localized } from './api-client';
import { REQUEST_TIMEOUT } from './constants';
import { ApiProblem, NetworkProblem } from './problems';
import { storeTokens } from './tokens';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function answers(status: number, body: unknown, headers: Record<string, string> = {}) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) =>
    Response.json(body, { status, headers }),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('a protected call without a token is refused before anything is sent', async () => {
  const fetch = answers(200, {});
  await expect(api.get('/api/users/profile')).rejects.toThrow('Not authenticated');
  expect(fetch).not.toHaveBeenCalled();
});

test("the server's message is used, otherwise the default of the call", async () => {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  answers(404, { code: 'not_found', message: 'No such persona.' });
  await expect(api.get('/x', { failure: 'Failed to fetch persona' })).rejects.toThrow(
    'No such persona.',
  );
  answers(500, {});
  await expect(api.get('/x', { failure: 'Failed to fetch persona' })).rejects.toThrow(
    'Failed to fetch persona',
  );
  await expect(api.get('/x')).rejects.toThrow('An error occurred');
});

test('a problem carries code, fields, the true page and the wait', async () => {
  const fields = [{ item: 'age', message: 'Enter a whole number.' }];
  answers(
    422,
    { code: 'invalid_answers', message: 'm', fields, currentState: '/home' },
    { 'Retry-After': '7', 'Content-Type': 'application/problem+json' },
  );
  const problem = await api.send('POST', '/x', {}, { open: true }).catch((e: unknown) => e);
  expect(problem).toBeInstanceOf(ApiProblem);
  expect(problem).toMatchObject({
    status: 422,
    code: 'invalid_answers',
    fields,
    currentState: '/home',
    retryAfter: 7,
  });
});

test("a code in somebody else's reply is no code of ours", async () => {
  answers(403, { code: 'forbidden' });
  const problem = await api.send('POST', '/x', {}, { open: true }).catch((e: unknown) => e);
  expect(problem).toMatchObject({ status: 403, code: 'unknown' });
});

test('what is sent: JSON, bearer, idempotency key', async () => {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  const fetch = answers(200, {});
  await api.send('POST', '/x', { answer: 1 }, { headers: { 'Idempotency-Key': 'k' } });
  const init = fetch.mock.calls[0]?.[1];
  const headers = new Headers(init?.headers);
  expect(init?.body).toBe('{"answer":1}');
  expect(headers.get('Content-Type')).toBe('application/json');
  expect(headers.get('Authorization')).toBe('Bearer a');
  expect(headers.get('Idempotency-Key')).toBe('k');
});

test.each([
  ['GET', undefined, {}],
  ['GET', undefined, { open: true }],
  ['POST', undefined, { keepalive: true }],
  ['POST', { username: 'owl' }, { open: true }],
] as const)(
  'every call is JSON and has the token there is: %s %j %j',
  async (method, body, options) => {
    storeTokens({ access_token: 'a', refresh_token: 'r' });
    const fetch = answers(200, {});
    await (method === 'GET' ? api.get('/x', options) : api.send(method, '/x', body, options));
    const headers = new Headers(fetch.mock.calls[0]?.[1]?.headers);
    expect(headers.get('Content-Type')).toBe('application/json');
    expect(headers.get('Authorization')).toBe('Bearer a');
  },
);

test('where there is no token none is sent', async () => {
  const fetch = answers(200, {});
  await api.get('/api/study', { open: true });
  expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).has('Authorization')).toBe(false);
});

test('what is open to everybody is no reason to refresh the token or to sign out', async () => {
  storeTokens({ access_token: 'old', refresh_token: 'r' });
  const fetch = answers(401, { message: 'Login failed' });
  await expect(api.send('POST', '/api/auth/login', {}, { open: true })).rejects.toThrow(
    'Login failed',
  );
  expect(fetch).toHaveBeenCalledOnce();
  expect(localStorage.getItem('auth_token')).toBe('old');
});

test('after 30 seconds without an answer a call fails as a network problem', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
    return new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  });
  const call = api.get('/x', { open: true, failure: 'Failed to fetch personas' });
  const seen = call.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await seen).toBeInstanceOf(NetworkProblem);
  expect(await seen).toHaveProperty('message', 'Failed to fetch personas');
});

test('calls for texts name the language', () => {
  expect(localized('/api/study')).toBe('/api/study?locale=en');
});
