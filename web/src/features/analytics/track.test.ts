import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PublicQuestionnaire, StudyInfo } from '@/api/schema';
import declared from '../../../../docs/generated/events.json';
import { participant } from '../../../test/fixtures';

const sent: [string, Record<string, unknown>][] = [];
const opened: string[] = [];
const times: number[] = [];
const close = vi.fn();
const stop = vi.fn();
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
      stop,
    };
  },
}));
vi.mock('@/features/study/study', () => ({
  loadStudy: async () => {
    if (!reachable) throw new Error('offline');
    return { analytics: { token: 'unmask', host: null } } as StudyInfo;
  },
}));

const settled = () => vi.waitFor(() => expect(opened.length).toBeGreaterThan(0));
const agreeing = { ...participant, analyticsId: 'p-1.proof' };

/** Ends the sessions of a test, because its pages share one window with those of the next. */
const sessions: (() => Promise<void>)[] = [];

/** The window's listeners of all pages; those of earlier pages are removed. */
const heard: [string, EventListenerOrEventListenerObject][] = [];
const { addEventListener: listen } = globalThis;
globalThis.addEventListener = (type: string, hear: EventListenerOrEventListenerObject) => {
  heard.push([type, hear]);
  listen(type, hear);
};

async function freshSession() {
  vi.resetModules();
  for (const [type, hear] of heard.splice(0)) removeEventListener(type, hear);
  const session = await import('@/lib/session');
  sessions.push(session.clearSession);
  return session;
}

afterEach(async () => {
  for (const end of sessions.splice(0)) await end();
});

/** A newly opened page. `live.ts` is not loaded yet, and stays so in tests with fake timers. */
async function openPage() {
  const session = await freshSession();
  const module = await import('./track');
  session.startSession();
  const real = !vi.isFakeTimers();
  if (real) vi.useFakeTimers({ toFake: ['setTimeout'] });
  module.startAnalytics();
  if (real) vi.clearAllTimers();
  if (real) vi.useRealTimers();
  return { ...module, ...session };
}

async function analytics() {
  const page = await openPage();
  (await import('./live')).start();
  return page;
}

beforeEach(() => {
  sent.length = 0;
  opened.length = 0;
  times.length = 0;
  reachable = true;
  close.mockClear();
  stop.mockClear();
});

test('events from before the consent are never sent', async () => {
  const { track, setUser: signIn } = await analytics();
  track('Dashboard Viewed', {});
  localStorage.setItem('auth_token', 'a');
  signIn(agreeing);
  await settled();
  expect(sent).toEqual([]);
  track('Dashboard Viewed', {});
  expect(sent).toHaveLength(1);
});

test('a participant who declines is never tracked, and the client is not loaded', async () => {
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
});

test('events wait with their own time while the user is being loaded', async () => {
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
  expect(Object.keys(fields ?? {}).sort()).toEqual(
    Object.keys({ ...declared.events['Page Viewed'], ...declared.common }).sort(),
  );
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

test('a session that ends before the client is loaded leaves nothing to the next person', async () => {
  localStorage.setItem('auth_token', 'a');
  const { track, clearSession } = await openPage();
  track('Dashboard Viewed', {});
  const stored = ['mp_unmask_mixpanel', '__mpq_unmask_ev', 'analytics_owner', 'theme'];
  for (const key of stored) localStorage.setItem(key, '{}');
  await clearSession();
  expect(Object.keys(localStorage)).toEqual(['theme']);
  dispatchEvent(new Event('pagehide'));
  expect(sessionStorage.getItem('analytics_unsent')).toBeNull();
});

test('events of a page that is left early are sent by the next', async () => {
  localStorage.setItem('auth_token', 'a');
  // The timer has run since the sign-in, on an earlier page.
  localStorage.setItem('analytics_owner', agreeing.code ?? '');
  (await openPage()).track('Dashboard Viewed', {});
  dispatchEvent(new Event('pagehide'));
  const { track: _, ...after } = await analytics();
  after.setUser(agreeing);
  await settled();
  expect(sent.map(([name]) => name)).toContain('Dashboard Viewed');
});

/** A participant opens the dashboard while the client's code can't be fetched. */
async function somethingWaits() {
  localStorage.setItem('auth_token', 'a');
  const { track, setUser: signIn } = await analytics();
  reachable = false;
  signIn(agreeing);
  track('Dashboard Viewed', {});
  await new Promise((done) => setTimeout(done, 20));
  return track;
}

test('events that wait for the code of the client are sent by the next page', async () => {
  await somethingWaits();
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
])('%s sends the events that waited for the code of the client', async (_, again) => {
  const track = await somethingWaits();
  reachable = true;
  again(() => track('Profile Viewed', {}));
  await vi.waitFor(() => expect(sent.map(([name]) => name)).toContain('Dashboard Viewed'));
  expect(sent.filter(([name]) => name === 'Dashboard Viewed')).toHaveLength(1);
});

/** Leaves the page; the next one of the tab does not know the user yet. */
async function nextPage() {
  dispatchEvent(new Event('pagehide'));
  return analytics();
}

test("events that remain in a cleared browser are not sent as another person's", async () => {
  localStorage.setItem('auth_token', 'a');
  const before = await analytics();
  reachable = false;
  before.setUser(agreeing);
  before.track('Profile Viewed', {});
  before.trackFlow('taskShown', 'flow-a/q1/1');
  // The authentication error screen does the same.
  localStorage.clear();
  dispatchEvent(new Event('pagehide'));
  reachable = true;
  const after = await openPage();
  localStorage.setItem('auth_token', 'b');
  after.setUser({ ...agreeing, code: 'another', analyticsId: 'p-2.proof' });
  // `live.ts` is loaded only for signed-in users.
  (await import('./live')).start();
  await settled();
  after.track('Dashboard Viewed', {});
  expect(sent.map(([name]) => name)).toEqual(['Dashboard Viewed']);
  expect(localStorage.getItem('analytics_timers')).toBeNull();
});

test('events that wait before the user is known belong to the participant who was signed in', async () => {
  localStorage.setItem('auth_token', 'a');
  const known = await analytics();
  known.setUser(agreeing);
  await settled();
  known.track('Dashboard Viewed', {});
  const unknown = await nextPage();
  unknown.track('Profile Viewed', {});
  const after = await nextPage();
  after.setUser({ ...agreeing, code: 'another', analyticsId: 'p-2.proof' });
  await vi.waitFor(() => expect(opened).toContain('p-2.proof'));
  expect(sent.map(([name]) => name)).not.toContain('Profile Viewed');
});

test('a restored page sends its stored events and those of a later page of the tab, once', async () => {
  await somethingWaits();
  dispatchEvent(new Event('pagehide'));
  // Another page of the same tab takes the event over and stores its own.
  expect(sessionStorage.getItem('analytics_unsent')).toContain('Dashboard Viewed');
  const own = { name: 'Profile Viewed', about: {}, at: 1, of: agreeing.code };
  sessionStorage.setItem('analytics_unsent', JSON.stringify([own]));
  reachable = true;
  dispatchEvent(new Event('pageshow'));
  await settled();
  expect(sent.map(([name]) => name)).toEqual(['Profile Viewed']);
  expect(sessionStorage.getItem('analytics_unsent')).toBeNull();
});

test.each([
  ['before', false],
  ['after', true],
])(
  'a participant who signs out leaves nothing in the browser, %s the client is loaded',
  async (_, there) => {
    localStorage.setItem('auth_token', 'a');
    localStorage.setItem('analytics_timers', '{"whose":"p-1","timers":{"flow-a":{"from":1}}}');
    const { track, setUser: signIn, clearSession } = await openPage();
    if (there) (await import('./live')).start();
    signIn(agreeing);
    if (there) await settled();
    track('Dashboard Viewed', {});
    await clearSession();
    expect(JSON.stringify({ ...localStorage })).not.toContain('p-1');
    expect(Object.keys({ ...localStorage, ...sessionStorage })).toEqual([]);
  },
);

test('after withdrawing or declining analytics, nothing more is sent and nothing stays stored', async () => {
  localStorage.setItem('auth_token', 'a');
  const { track, trackFlow, setUser: signIn } = await analytics();
  signIn(agreeing);
  await settled();
  trackFlow('taskShown', 'flow-a/q1/1');
  expect(localStorage.getItem('analytics_timers')).toContain('p-1');
  localStorage.setItem('mp_unmask_mixpanel', '{"distinct_id":"p-1.proof"}');
  localStorage.setItem('__mpq_unmask_ev', '[{}]');
  signIn({ ...agreeing, analyticsId: null });
  expect([stop.mock.calls.length, close.mock.calls.length]).toEqual([1, 0]);
  expect(Object.keys(localStorage).filter((key) => /mp/.test(key))).toEqual([]);
  expect(localStorage.getItem('analytics_timers')).toBeNull();
  track('Dashboard Viewed', {});
  expect(sent.map(([name]) => name)).not.toContain('Dashboard Viewed');
});

test.each([
  ['is theirs', 'p-1.proof', []],
  ['is of a participant who signed out', '$device:1', ['__mpq_unmask_ev', 'mp_unmask_mixpanel']],
])(
  'events that wait after analytics were declined on another device: %s',
  async (_, name, left) => {
    localStorage.setItem('auth_token', 'a');
    localStorage.setItem('mp_unmask_mixpanel', JSON.stringify({ distinct_id: name }));
    localStorage.setItem('__mpq_unmask_ev', '[{}]');
    (await analytics()).setUser({ ...agreeing, analyticsId: null });
    expect(
      Object.keys(localStorage)
        .filter((key) => /mp/.test(key))
        .sort(),
    ).toEqual(left);
  },
);

test.each([
  ['the network when it is back', () => dispatchEvent(new Event('online'))],
  ['the next event', (track: () => void) => track()],
])(
  "events are stored with their time while the code can't be loaded: %s sends them",
  async (_, again) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    vi.doMock('./live', () => {
      throw new Error('offline');
    });
    localStorage.setItem('auth_token', 'a');
    const { setUser: signIn, trackFlow, track } = await openPage();
    signIn(agreeing);
    trackFlow('questionnaireShown', 'pre');
    await vi.advanceTimersByTimeAsync(9_000);
    trackFlow('questionnaireCompleted', 'pre', { sections: [] } as unknown as PublicQuestionnaire);
    vi.useRealTimers();
    await new Promise((done) => setTimeout(done, 50));
    vi.doUnmock('./live');
    again(() => track('Profile Viewed', {}));
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
    expect(sent[0]).toEqual(['Questionnaire Completed', expect.objectContaining({ timeSpent: 9 })]);
  },
);

test('an uncaught error is recorded, also before the client is loaded', async () => {
  localStorage.setItem('auth_token', 'a');
  const { setUser: signIn } = await openPage();
  (await import('./errors')).reportWindowErrors();
  signIn(agreeing);
  dispatchEvent(new ErrorEvent('error', { error: new TypeError('broken') }));
  const after = await nextPage();
  after.setUser(agreeing);
  await settled();
  expect(sent.map(([name, { errorMessage }]) => [name, errorMessage])).toEqual([
    ['Error Occurred', 'broken'],
  ]);
});
