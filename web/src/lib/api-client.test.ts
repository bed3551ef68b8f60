import { expect, test, vi } from 'vitest';
import { address } from '@/api/calls';
import { answers } from '../../test/server';
import { api, localized } from './api-client';
import { REQUEST_TIMEOUT } from './constants';
import { ApiProblem, NetworkProblem } from './problems';
import { storeTokens } from './tokens';

test('a protected call without a token is rejected before anything is sent', async () => {
  const fetch = answers([200, {}]);
  await expect(api.get('/api/users/profile')).rejects.toThrow('Not authenticated');
  expect(fetch).not.toHaveBeenCalled();
});

test("the server's message is used, otherwise the default of the call", async () => {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  answers([404, { code: 'not_found', message: 'No such persona.' }]);
  await expect(api.get('/api/personas', { failure: 'persona' })).rejects.toThrow(
    'No such persona.',
  );
  answers([500, {}]);
  await expect(api.get('/api/personas', { failure: 'persona' })).rejects.toThrow(
    'Failed to fetch persona',
  );
  await expect(api.get('/api/personas')).rejects.toThrow('An error occurred');
});

test("a problem has code, fields, the participant's position and the time to wait", async () => {
  const fields = [{ item: 'age', message: 'Enter a whole number.' }];
  const body = { code: 'invalid_answers', message: 'm', fields, currentState: '/home' };
  answers([422, body, { 'Retry-After': '7' }]);
  const problem = await api.get('/api/study', { open: true }).catch((e: unknown) => e);
  expect(problem).toBeInstanceOf(ApiProblem);
  expect(problem).toMatchObject({
    status: 422,
    code: 'invalid_answers',
    fields,
    currentState: '/home',
    retryAfter: 7,
  });
});

test('the code in a reply that is not problem details is ignored', async () => {
  answers([403, { code: 'admin_only' }, { 'Content-Type': 'application/json' }]);
  const problem = await api.get('/api/study', { open: true }).catch((e: unknown) => e);
  expect(problem).toMatchObject({ status: 403, code: 'unknown' });
});

test('a call has a JSON body, the bearer token and the idempotency key', async () => {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  const fetch = answers([200, {}]);
  await api.put('/api/users/current-state', {
    body: { currentState: '/home' },
    headers: { 'Idempotency-Key': 'k' },
  });
  const init = fetch.mock.calls[0]?.[1];
  const headers = new Headers(init?.headers);
  expect(init?.body).toBe('{"currentState":"/home"}');
  expect(headers.get('Content-Type')).toBe('application/json');
  expect(headers.get('Authorization')).toBe('Bearer a');
  expect(headers.get('Idempotency-Key')).toBe('k');
});

test.each<[string, () => Promise<unknown>]>([
  ['a call', () => api.get('/api/users/profile')],
  ['a public call', () => api.get('/api/study', { open: true })],
  ['a call of a page that is left', () => api.post('/api/auth/logout', { keepalive: true })],
  [
    'a public call with a body',
    () => api.post('/api/auth/login', { body: { username: 'owl', password: 'p' }, open: true }),
  ],
])('%s is JSON and has the token', async (_, call) => {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  const fetch = answers([200, {}]);
  await call();
  const headers = new Headers(fetch.mock.calls[0]?.[1]?.headers);
  expect(headers.get('Content-Type')).toBe('application/json');
  expect(headers.get('Authorization')).toBe('Bearer a');
});

test('a public call without a token sends none', async () => {
  const fetch = answers([200, {}]);
  await api.get('/api/study', { open: true });
  expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).has('Authorization')).toBe(false);
});

test('a 401 to a public call neither refreshes the token nor signs the user out', async () => {
  storeTokens({ access_token: 'old', refresh_token: 'r' });
  const fetch = answers([401, { message: 'Login failed' }]);
  const body = { username: 'owl', password: 'p' };
  await expect(api.post('/api/auth/login', { body, open: true })).rejects.toThrow('Login failed');
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
  const call = api.get('/api/personas', { open: true, failure: 'personas' });
  const seen = call.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await seen).toBeInstanceOf(NetworkProblem);
  expect(await seen).toHaveProperty('message', 'Failed to fetch personas');
});

test('calls for texts name the language', async () => {
  const fetch = answers([200, {}]);
  await api.get('/api/study', { ...localized(), open: true });
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/study?locale=en');
});

test('parameters of a path are filled in, the others become a query, empty ones are left out', () => {
  const path = '/api/admin/participants/{code}';
  expect(address(path, { code: 'A/B' }, { q: '' })).toBe('/api/admin/participants/A%2FB');
  expect(address('/list', {}, { q: 'a b', simulated: false, arm: undefined })).toBe(
    '/list?q=a+b&simulated=false',
  );
});

test('path, parameters, body and reply have the types of the document', () => {
  const wrong = () => {
    // @ts-expect-error there is no such path
    api.get('/api/studies');
    // @ts-expect-error this path has no such method
    api.post('/api/study');
    // @ts-expect-error the path needs an id
    api.get('/api/personas/{id}');
    // @ts-expect-error the body needs a password
    api.post('/api/auth/login', { body: { username: 'owl' } });
    // @ts-expect-error the title is a string
    api.get('/api/study').then(({ title }): number => title);
  };
  expect(wrong).toBeTypeOf('function');
});
