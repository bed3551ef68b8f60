import { beforeEach, expect, test, vi } from 'vitest';
import { retryDelay } from '@/lib/pause';
import { ApiProblem } from '@/lib/problems';
import { logout, onSessionEnd, session, startSession } from '@/lib/session';
import { storeTokens } from '@/lib/tokens';
import { signIn } from '../../../test/sign-in';
import { loadDraft, saveDraft } from './drafts';
import { entriesOf, forgetOld, forgetOwner, saveEntry } from './entries';
import { localStore, storageStore } from './local-store';
import { flushOutbox, resumeOutbox, submit } from './outbox';
import { drain, outboxState, superseded, whenRejected } from './queue';

vi.mock('@/features/analytics/track', () => ({ trackFlow: vi.fn() }));

const OWNER = 'K7QM-2RXD';

type Sent = { path: string; key: string | null; language: string | null; body: unknown };
let sent: Sent[];

/** A server that sends the given replies in order; the last one repeats. */
function server(...replies: (() => Response | Promise<Response>)[]) {
  sent = [];
  let at = 0;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    sent.push({
      path,
      key: headers.get('Idempotency-Key'),
      language: headers.get('Accept-Language'),
      body: JSON.parse(String(init.body)),
    });
    const reply = replies[Math.min(at, replies.length - 1)];
    at += 1;
    return reply?.() ?? stored();
  });
}

const stored = (currentState = '/home') => Response.json({ receipt: 'r', currentState });
const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const rejected = (status: number, problem: unknown) => () =>
  Response.json(problem, { status, headers: { 'Content-Type': 'application/problem+json' } });
const PATH = '/api/users/save-pre-questionnaire-answers';
const body = (n: number) => ({ answers: { n } });

beforeEach(async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await forgetOwner(OWNER);
  outboxState.set({ waiting: 0, online: true });
  signIn({ code: OWNER, username: 'owl', currentState: '/pre-questionnaire' });
});

test('a submission is stored before it is sent, and removed after the receipt', async () => {
  let storedAtSending = -1;
  server(async () => {
    storedAtSending = (await entriesOf(OWNER)).length;
    return stored('/home');
  });
  const receipt = await submit(PATH, { body: body(1) });
  expect(storedAtSending).toBe(1);
  expect(sent[0]?.language).toBe('en');
  expect(receipt.currentState).toBe('/home');
  expect(session().user?.currentState).toBe('/home');
  expect(await entriesOf(OWNER)).toEqual([]);
  expect(outboxState.get()).toEqual({ waiting: 0, online: true });
});

test('the path decides what is submitted, and its parameters become the address', async () => {
  server(() => stored());
  // The compiler checks each @ts-expect-error: without an error in the next line, `npm run check` fails.
  void (async () => {
    // @ts-expect-error: no such path
    await submit('/api/x', { body: body(1) });
    // @ts-expect-error: it does not reply with a receipt
    await submit('/api/auth/login', { body: { username: 'owl', password: 'p' } });
    // @ts-expect-error: not the body of this path
    await submit(PATH, { body: 42 });
    // @ts-expect-error: the path has a parameter
    await submit('/api/control-flow/clips/{id}/ratings', { body: body(1) });
  });
  await submit('/api/control-flow/clips/{id}/ratings', { path: { id: 'a/b' }, body: body(1) });
  expect(sent[0]?.path).toBe('/api/control-flow/clips/a%2Fb/ratings');
});

test('it resolves only after a 2xx, and every try carries the same key', async () => {
  server(
    offline,
    () => new Response(null, { status: 503 }),
    () => stored(),
  );
  let settled = false;
  const submission = submit(PATH, { body: body(1) }).then(() => {
    settled = true;
  });
  await vi.waitFor(() => expect(outboxState.get().online).toBe(false));
  expect(settled).toBe(false);
  expect(outboxState.get().waiting).toBe(1);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(settled).toBe(false);
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(settled).toBe(true);
  });
  await submission;
  expect(new Set(sent.map((s) => s.key)).size).toBe(1);
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
});

test('submissions of an earlier visit are sent first, in order, under their keys', async () => {
  for (const n of [1, 2, 3])
    await saveEntry(OWNER, { key: `k${n}`, path: '/api/x', body: body(n), at: 1 });
  server(() => stored());
  await submit(PATH, { body: body(4), key: 'k4' });
  expect(sent.map((s) => s.key)).toEqual(['k1', 'k2', 'k3', 'k4']);
  expect(sent.map((s) => s.body)).toEqual([1, 2, 3, 4].map(body));
});

test('order holds although the clock was set back', async () => {
  vi.spyOn(Date, 'now').mockReturnValueOnce(5_000_000).mockReturnValue(1_000);
  for (const key of ['k1', 'k2', 'k3'])
    await saveEntry(OWNER, { key, path: '/x', body: {}, at: 1 });
  expect((await entriesOf(OWNER)).map((e) => e.entry.key)).toEqual(['k1', 'k2', 'k3']);
});

test('another user of the same computer does not send them', async () => {
  await saveEntry('OTHER', { key: 'k', path: '/api/x', body: {}, at: Date.now() });
  server(() => stored());
  await drain(OWNER);
  expect(sent).toEqual([]);
  expect(await entriesOf('OTHER')).toHaveLength(1);
  await forgetOwner('OTHER');
});

test('a rejection reaches the page and is not tried again', async () => {
  const reply = { code: 'invalid_answers', message: 'Some answers are missing or not valid.' };
  server(rejected(422, reply));
  const problem = await submit(PATH, { body: body(1) }).catch((e: unknown) => e);
  expect(problem).toBeInstanceOf(ApiProblem);
  expect(problem).toHaveProperty('message', reply.message);
  expect(sent).toHaveLength(1);
  expect(await entriesOf(OWNER)).toEqual([]);
});

test.each([
  [403, '<!doctype html><title>Sign in to the network</title>', 'text/html'],
  [404, '{"code":"not_found"}', 'application/json'],
  [413, '{"code":"body_too_big"}', 'application/problem+json'],
])('a %i that is not from the server is retried', async (status, text, type) => {
  server(
    () => new Response(text, { status, headers: { 'Content-Type': type } }),
    () => stored('/home'),
  );
  const submission = submit(PATH, { body: body(1), key: 'k' });
  await vi.waitFor(() => expect(outboxState.get()).toEqual({ waiting: 1, online: false }));
  expect((await entriesOf(OWNER)).map((e) => e.entry.key)).toEqual(['k']);
  window.dispatchEvent(new Event('online'));
  expect((await submission).currentState).toBe('/home');
  expect(sent.map((s) => s.key)).toEqual(['k', 'k']);
});

test('a rejection that no page waits for is reported', async () => {
  await saveEntry(OWNER, { key: 'k', path: '/api/x', body: {}, at: Date.now() });
  const report = vi.fn();
  whenRejected(report);
  server(rejected(409, { code: 'conflict', message: 'Different.' }));
  await drain(OWNER);
  expect(report).toHaveBeenCalledOnce();
});

test('when the session ends, the answer stays for the next sign-in', async () => {
  server(() => new Response('{}', { status: 401 }));
  await expect(submit(PATH, { body: body(1), key: 'k' })).rejects.toThrow();
  expect((await entriesOf(OWNER)).map((e) => e.entry.key)).toEqual(['k']);
  storeTokens({ access_token: 'b', refresh_token: 'r' });
  server(() => stored());
  await drain(OWNER);
  expect(sent.map((s) => s.key)).toEqual(['k']);
});

test('the receipt of an answer that another tab has sent is requested under the same key', async () => {
  server(offline, () => stored('/end'));
  const submission = submit(PATH, { body: body(1), key: 'k' });
  await vi.waitFor(() => expect(outboxState.get().online).toBe(false));
  await forgetOwner(OWNER);
  window.dispatchEvent(new Event('online'));
  expect((await submission).currentState).toBe('/end');
  expect(sent.map((s) => s.key)).toEqual(['k', 'k']);
});

test('old submissions and drafts are deleted, but none of the present participant', async () => {
  const now = Date.now();
  const old = (days: number) => ({ path: '/x', body: {}, at: now - days * 24 * 3_600_000 });
  await saveEntry(OWNER, { key: 'mine', ...old(5_000) });
  await saveEntry('OTHER', { key: 'theirs', ...old(80) });
  await saveEntry('OTHER', { key: 'given up', ...old(91) });
  await (await localStore()).put('draft/OTHER/page', old(8));
  await forgetOld(OWNER, now);
  expect((await entriesOf(OWNER)).map((e) => e.entry.key)).toEqual(['mine']);
  expect((await entriesOf('OTHER')).map((e) => e.entry.key)).toEqual(['theirs']);
  expect(await (await localStore()).get('draft/OTHER/page')).toBeUndefined();
  await forgetOwner('OTHER');
});

test('an old answer is sent, its draft is deleted, and the page is marked as stale', async () => {
  const at = Date.now() - 5_000 * 24 * 3_600_000;
  await saveDraft('pre/you', { age: 30 });
  await saveEntry(OWNER, { key: 'k', path: '/api/x', body: body(1), draft: 'pre/you', at });
  const before = superseded.get();
  server(() => stored());
  await resumeOutbox();
  expect(sent.map((s) => s.key)).toEqual(['k']);
  expect(await loadDraft('pre/you')).toBeUndefined();
  expect(superseded.get()).toBe(before + 1);
});

test('a conflicting answer from another tab marks the page as stale; an invalid one keeps its draft', async () => {
  await saveDraft('pre/you', { age: 30 });
  const call = { body: body(1), draft: 'pre/you' };
  const before = superseded.get();
  server(rejected(422, { status: 422, code: 'invalid_answers', message: 'no', fields: [] }));
  await expect(submit(PATH, call)).rejects.toThrow('no');
  expect([superseded.get(), await loadDraft('pre/you')]).toEqual([before, { age: 30 }]);
  server(rejected(409, { status: 409, code: 'conflict', message: 'twice' }));
  await expect(submit(PATH, call)).rejects.toThrow('twice');
  expect([superseded.get(), await loadDraft('pre/you')]).toEqual([before + 1, undefined]);
});

test('retries wait between half and all of a doubling step, or as long as the server asks', () => {
  expect(retryDelay(0, 0, () => 0)).toBe(500);
  expect(retryDelay(0, 0, () => 1)).toBe(1_000);
  expect(retryDelay(3, 0, () => 1)).toBe(8_000);
  expect(retryDelay(30, 0, () => 1)).toBe(30_000);
  expect(retryDelay(0, 20, () => 0)).toBe(20_000);
});

test.each([
  ['IndexedDB', () => localStore()],
  ['local storage', async () => storageStore(localStorage)],
])('%s keeps entries in the order of their keys', async (_name, open) => {
  const store = await open();
  await store.put('t/b', 2);
  await store.put('t/a', 1);
  await store.put('u/a', 3);
  expect(await store.list('t/')).toEqual([
    { key: 't/a', value: 1 },
    { key: 't/b', value: 2 },
  ]);
  await store.remove('t/a');
  expect(await store.get('t/a')).toBeUndefined();
  expect(await store.get('t/b')).toBe(2);
});

test('a lost connection is shown immediately, and so is its return if nothing waits', () => {
  window.dispatchEvent(new Event('offline'));
  expect(outboxState.get()).toEqual({ waiting: 0, online: false });
  window.dispatchEvent(new Event('online'));
  expect(outboxState.get()).toEqual({ waiting: 0, online: true });
});

test('a late receipt is recorded as an event, one that the page waits for is not', async () => {
  const recorded: unknown[][] = [];
  const { trackFlow } = await import('@/features/analytics/track');
  vi.mocked(trackFlow).mockImplementation((...about: unknown[]) => void recorded.push(about));
  server(() => stored('/home'));
  await saveEntry(OWNER, { key: 'k', path: '/api/earlier', body: body(1), at: Date.now() });
  await drain(OWNER);
  await submit(PATH, { body: body(2) });
  expect(sent.map(({ path }) => path)).toEqual(['/api/earlier', PATH]);
  expect(recorded).toEqual([
    [
      'late',
      expect.objectContaining({ path: '/api/earlier' }),
      expect.objectContaining({ currentState: '/home' }),
    ],
  ]);
});

test('an answer that waits for a retry is not sent as another user who signs in', async () => {
  server(offline, () => stored());
  const submission = submit(PATH, { body: body(1), key: 'k' });
  const outcome = expect(submission).rejects.toThrow('Not authenticated');
  await vi.waitFor(() => expect(outboxState.get().online).toBe(false));
  signIn({ code: 'OTHER', username: 'cat', currentState: '/pre-questionnaire' });
  window.dispatchEvent(new Event('online'));
  await outcome;
  expect(sent).toHaveLength(1);
  expect((await entriesOf(OWNER)).map(({ entry }) => entry.key)).toEqual(['k']);
});

test('a participant who signs out is asked about an answer that another tab has not sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  // The other tab sends, so this one waits.
  let free = () => {};
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  const locks = { request: (_: string, work: () => Promise<void>) => held.then(work) };
  vi.spyOn(window, 'navigator', 'get').mockReturnValue({ ...navigator, locks } as never);
  server(() => stored());
  await saveEntry(OWNER, { key: 'k', path: '/api/x', body: {}, at: Date.now() });
  const flushed = flushOutbox();
  await vi.waitFor(() => expect(outboxState.get().waiting).toBe(1));
  vi.runAllTimers();
  expect(await flushed).toBe(false);
  free();
  await drain(OWNER);
  expect(outboxState.get().waiting).toBe(0);
});

test('signing out of an ended session leaves nothing of its owner, and does not report the end', async () => {
  startSession();
  signIn({ code: OWNER, username: 'owl' });
  const sudden = vi.fn();
  const stop = onSessionEnd(sudden);
  await saveDraft('pre/you', { age: 30 });
  await saveEntry(OWNER, { key: 'k', path: '/api/x', body: {}, at: Date.now() });
  await (await localStore()).put('draft/OTHER/page', { value: 1, at: Date.now() });
  // Every call gets a 401, the refresh too.
  server(() => new Response('{}', { status: 401 }));
  await logout();
  const stored = await localStore();
  const left = [...(await stored.list('draft/')), ...(await stored.list('outbox/'))];
  expect(left.map(({ key }) => key)).toEqual(['draft/OTHER/page']);
  expect(session()).toEqual({ isAuthenticated: false, user: null });
  // Its message would say that unsent answers are saved.
  expect(sudden).not.toHaveBeenCalled();
  stop();
  await forgetOwner('OTHER');
});
