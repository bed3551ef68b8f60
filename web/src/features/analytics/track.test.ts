import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Study } from '@/api/types';
import { participant } from '../../../test/participant';
import { COMMON, EVENTS } from './events';

const sent: [string, Record<string, unknown>][] = [];
const opened: string[] = [];
const times: number[] = [];
const close = vi.fn();
/** Whether the client's code can be fetched. */
let reachable = true;

vi.mock('./client', () => ({
  open: (_: unknown, id: string) => {
    opened.push(id);
    return {
      send: (name: string, fields: Record<string, unknown>, at: number) => {
        sent.push([name, fields]);
        times.push(at);
      },
      close,
    };
  },
}));
vi.mock('@/features/study/study', () => ({
  loadStudy: async () => {
    if (!reachable) throw new Error('offline');
    return { analytics: { token: 'unmask', host: null } } as Study;
  },
}));

const settled = () => vi.waitFor(() => expect(opened.length).toBeGreaterThan(0));
const agreeing = { ...participant, analyticsId: 'p-1.proof' };

/** Ends the sessions of a test: their pages share one window with those of the next. */
const sessions: (() => Promise<void>)[] = [];

async function freshSession() {
  vi.resetModules();
  const session = await import('@/lib/session');
  sessions.push(session.clearSession);
  return session;
}

afterEach(async () => {
  for (const end of sessions.splice(0)) await end();
});

async function analytics() {
  const session = await freshSession();
  const module = await import('./track');
  session.startSession();
  module.startAnalytics();
  const live = await import('./live');
  live.start();
  return { ...module, ...session };
}

beforeEach(() => {
  sent.length = 0;
  opened.length = 0;
  times.length = 0;
  reachable = true;
  localStorage.clear();
  sessionStorage.clear();
  close.mockClear();
});

test('nothing is sent, now or later, of what happened before somebody agreed', async () => {
  const { track, setUser: signIn } = await analytics();
  track('Dashboard Viewed', {});
  localStorage.setItem('auth_token', 'a');
  signIn(agreeing);
  await settled();
  expect(sent).toEqual([]);
  track('Dashboard Viewed', {});
  expect(sent).toHaveLength(1);
});

test('who refuses is never tracked, and the client is not even loaded', async () => {
  localStorage.setItem('auth_token', 'a');
  const { track, setUser: signIn } = await analytics();
  track('Dashboard Viewed', {});
  signIn({ ...participant, analyticsId: null });
  track('Dashboard Viewed', {});
  await new Promise((done) => setTimeout(done, 20));
  expect([sent, opened]).toEqual([[], []]);
});

test('do-not-track is honoured', async () => {
  vi.stubGlobal('navigator', { doNotTrack: '1' });
  localStorage.setItem('auth_token', 'a');
  const { track, setUser: signIn } = await analytics();
  signIn(agreeing);
  track('Dashboard Viewed', {});
  await new Promise((done) => setTimeout(done, 20));
  expect([sent, opened]).toEqual([[], []]);
  vi.unstubAllGlobals();
});

test('what happens while the user is being loaded waits, with its own time', async () => {
  localStorage.setItem('auth_token', 'a');
  const { track, setUser: signIn } = await analytics();
  track('Page Viewed', { page: 'Dashboard', path: '/dashboard' });
  const before = Date.now();
  await new Promise((done) => setTimeout(done, 20));
  signIn(agreeing);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const [name, fields] = sent[0] ?? [];
  expect(times[0]).toBeLessThanOrEqual(before);
  expect(fields?.timestamp).toBe(new Date(times[0] ?? 0).toISOString());
  expect(name).toBe('Page Viewed');
  expect(Object.keys(fields ?? {}).sort()).toEqual([...EVENTS['Page Viewed'], ...COMMON].sort());
});

test('signing out closes the client, and a new session has a new id', async () => {
  localStorage.setItem('auth_token', 'a');
  const { track, setUser: signIn, clearSession: signOut } = await analytics();
  signIn(agreeing);
  await settled();
  track('Dashboard Viewed', {});
  track('Profile Viewed', {});
  await signOut();
  expect(close).toHaveBeenCalledOnce();
  track('Dashboard Viewed', {});
  localStorage.setItem('auth_token', 'b');
  signIn({ ...agreeing, analyticsId: 'p-2.proof' });
  await vi.waitFor(() => expect(opened).toEqual(['p-1.proof', 'p-2.proof']));
  track('Dashboard Viewed', {});
  const sessions = sent.map(([, fields]) => fields.sessionId);
  expect(sessions[0]).toBe(sessions[1]);
  expect(sessions).toHaveLength(3);
  expect(sessions[2]).not.toBe(sessions[0]);
});

test('a session that ends before the client is there leaves nothing to the next person', async () => {
  localStorage.setItem('auth_token', 'a');
  const session = await freshSession();
  const { startAnalytics, track } = await import('./track');
  session.startSession();
  startAnalytics();
  track('Dashboard Viewed', {});
  for (const key of ['mp_unmask_mixpanel', '__mpq_unmask_ev', 'analytics_timers', 'theme']) {
    localStorage.setItem(key, '{}');
  }
  await session.clearSession();
  expect(Object.keys(localStorage)).toEqual(['theme']);
  dispatchEvent(new Event('pagehide'));
  expect(sessionStorage.getItem('analytics_unsent')).toBeNull();
});

test('events of a page that is left early are told by the next', async () => {
  localStorage.setItem('auth_token', 'a');
  (await freshSession()).startSession();
  const before = await import('./track');
  before.startAnalytics();
  before.track('Dashboard Viewed', {});
  dispatchEvent(new Event('pagehide'));
  const { track: _, ...after } = await analytics();
  after.setUser(agreeing);
  await settled();
  expect(sent.map(([name]) => name)).toContain('Dashboard Viewed');
});

test('events that wait for the code of the client are told by the next page', async () => {
  localStorage.setItem('auth_token', 'a');
  const { track, setUser: signIn } = await analytics();
  reachable = false;
  signIn(agreeing);
  track('Dashboard Viewed', {});
  await new Promise((done) => setTimeout(done, 20));
  expect(sent).toEqual([]);
  dispatchEvent(new Event('pagehide'));
  reachable = true;
  const after = await analytics();
  after.setUser(agreeing);
  await settled();
  expect(sent.map(([name]) => name)).toContain('Dashboard Viewed');
});

test.each([
  ['the network when it is back', () => dispatchEvent(new Event('online'))],
  ['the next event', (track: () => void) => track()],
])('%s brings what waited for the code of the client', async (_, again) => {
  localStorage.setItem('auth_token', 'a');
  const { track, setUser: signIn } = await analytics();
  reachable = false;
  signIn(agreeing);
  track('Dashboard Viewed', {});
  await new Promise((done) => setTimeout(done, 20));
  reachable = true;
  again(() => track('Profile Viewed', {}));
  await vi.waitFor(() => expect(sent.map(([name]) => name)).toContain('Dashboard Viewed'));
  expect(sent.filter(([name]) => name === 'Dashboard Viewed')).toHaveLength(1);
});
