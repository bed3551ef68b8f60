import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { participant } from '../../test/fixtures';
import { signIn } from '../../test/sign-in';
import { loadPosition, moveTo, setPosition } from './position';
import { clearSession, session } from './session';

const server = vi.fn(async (_path: string, _init: RequestInit) =>
  Response.json({ currentState: '/dashboard', nextState: '/end', progress: null }),
);

beforeEach(() => {
  server.mockClear();
  vi.stubGlobal('fetch', server);
  signIn({ ...participant, completedPersonas: ['p1'] });
});
afterEach(() => clearSession());

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

test('the next user of this tab does not get the previous position', async () => {
  setPosition({ currentState: '/dashboard', nextState: '/flow-a/start' });
  await clearSession();
  signIn();
  expect((await loadPosition('/dashboard')).nextState).toBe('/end');
});
