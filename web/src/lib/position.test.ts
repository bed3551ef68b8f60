import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { participant } from '../../test/fixtures';
import { loadPosition, moveTo, setPosition } from './position';
import { clearSession, session, setUser } from './session';
import { storeTokens } from './tokens';

const server = vi.fn(async (_path: string, _init: RequestInit) =>
  Response.json({ currentState: '/dashboard', nextState: '/end', progress: null }),
);

beforeEach(() => {
  server.mockClear();
  vi.stubGlobal('fetch', server);
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  setUser({ ...participant, completedPersonas: ['p1'] });
});
afterEach(async () => {
  await clearSession();
  vi.unstubAllGlobals();
});

test('a receipt moves the position and keeps what it does not mention', () => {
  setPosition({ currentState: '/end', nextState: null });
  expect(session().user).toMatchObject({ currentState: '/end', completedPersonas: ['p1'] });
});

test('the page of the last receipt requests nothing, any other page does', async () => {
  setPosition({ currentState: '/flow-a/interim', nextState: '/flow-a/question/q5' });
  expect((await loadPosition('/flow-a/interim')).nextState).toBe('/flow-a/question/q5');
  expect(server).not.toHaveBeenCalled();
  expect((await loadPosition('/home')).currentState).toBe('/dashboard');
  expect(session().user?.currentState).toBe('/dashboard');
});

test('a move sends its own key, and its reply is the new position', async () => {
  expect((await moveTo('/dashboard')).nextState).toBe('/end');
  const [path, init] = server.mock.calls[0] ?? [];
  expect([path, init?.method]).toEqual(['/api/users/current-state', 'PUT']);
  expect(new Headers(init?.headers).get('Idempotency-Key')).toMatch(/\S{8,}/);
  expect((await loadPosition('/dashboard')).nextState).toBe('/end');
  expect(server).toHaveBeenCalledOnce();
});

test('the next person in this tab gets no position of the last one', async () => {
  setPosition({ currentState: '/dashboard', nextState: '/flow-a/start' });
  await clearSession();
  storeTokens({ access_token: 'b', refresh_token: 's' });
  setUser(participant);
  expect((await loadPosition('/dashboard')).nextState).toBe('/end');
});
