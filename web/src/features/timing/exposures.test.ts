import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { localStore } from '@/features/outbox/local-store';
import { itemOf, observe } from './exposures';
import { createRecorder } from './recorder';

const { post, user } = vi.hoisted(() => ({
  post: vi.fn(),
  user: { code: 'K7QM' as string | null },
}));
vi.mock('@/lib/api-client', () => ({ api: { post } }));
vi.mock('@/lib/session', () => ({
  loadUser: async () => ({ ...user }),
  session: () => ({ user }),
}));
vi.mock('@/features/outbox/sending', () => ({
  isTemporary: (error: unknown) => error === 'offline',
}));
vi.mock('@/lib/pause', () => ({ pause: () => Promise.resolve(), retryDelay: () => 0 }));

type Seen = Partial<IntersectionObserverEntry>;

/** What the page observes; `show` scrolls to it. */
const observed = new Map<Element, (seen: Seen[]) => void>();
const show = (target: Element | null, seen: Seen) => {
  if (target) observed.get(target)?.([{ target, ...seen }]);
};

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly call: (seen: Seen[]) => void;
      constructor(call: (seen: Seen[]) => void) {
        this.call = call;
      }
      observe = (target: Element) => observed.set(target, this.call);
      unobserve = (target: Element) => observed.delete(target);
      disconnect = () => observed.clear();
    },
  );
  post.mockReset().mockResolvedValue({ receipts: [] });
  user.code = 'K7QM';
  observed.clear();
});
afterEach(async () => {
  const store = await localStore();
  for (const { key } of await store.list('')) await store.remove(key);
  // The next page has nothing to report.
  watch('flow-a/q/followup/1');
  vi.unstubAllGlobals();
});

const half = { intersectionRatio: 0.5, intersectionRect: new DOMRect(), rootBounds: null };
const edge = {
  intersectionRatio: 0.1,
  intersectionRect: new DOMRect(0, 0, 10, 60),
  rootBounds: new DOMRect(0, 0, 100, 700),
};
const recorder = (page: string) => createRecorder(page, () => 812.34, 0);
const watch = (page: string) => observe(recorder(page));
const sent = () => post.mock.calls.flatMap(([, { body }]) => body.exposures);

test('an item has the name of its submission', () => {
  const pages = ['practice', 'flow-a/q/2', 'control-flow/c', 'pre-questionnaire/look/pre_1'];
  expect(pages.map(itemOf)).toEqual(['practice', 'q', 'c', 'look/pre_1']);
  expect(itemOf('flow-a/q/followup/1')).toBeNull();
});

test('a medium is reported once, when half of it or of the window is visible', async () => {
  document.body.innerHTML = '<main><div data-medium="/api/media/a"></div></main>';
  const medium = document.querySelector('[data-medium]');
  watch('control-flow/c');
  show(medium, edge);
  expect(post).not.toHaveBeenCalled();
  show(medium, { ...edge, intersectionRect: new DOMRect(0, 0, 10, 350) });
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ item: 'c', medium: '/api/media/a', shown: 812.3 });
  expect(observed.has(medium as Element)).toBe(false);
});

test('a post without a medium is reported, and evidence that is opened', async () => {
  document.body.innerHTML = '<main><article></article><section></section></main>';
  watch('flow-b/post/1');
  show(document.querySelector('article'), half);
  await vi.waitFor(() => expect(sent()).toMatchObject([{ item: 'post', medium: null }]));
  document.querySelector('section')?.insertAdjacentHTML('beforeend', '<p data-medium="/b"></p>');
  await vi.waitFor(() => expect(observed.size).toBe(1));
  show(document.querySelector('p'), half);
  await vi.waitFor(() => expect(sent()).toHaveLength(2));
  // With a medium, the post is not reported apart.
  document.body.innerHTML = '<main><article><p data-medium="/a"></p></article></main>';
  watch('flow-b/other/1');
  expect([...observed.keys()].map((target) => target.tagName)).toEqual(['P']);
});

test('posts without a medium in a section are reported by their variables', async () => {
  document.body.innerHTML =
    '<main><div><article data-medium="/a"></article></div><div data-text="v1"></div><div data-text="v2"></div></main>';
  for (const [page, section] of [
    ['post-questionnaire/look', 'look'],
    ['post-questionnaire/one/v2/initial', 'one'],
  ] as const) {
    post.mockClear();
    watch(page);
    expect(observed.size).toBe(3);
    for (const target of [...observed.keys()]) show(target, half);
    await vi.waitFor(() => expect(sent()).toHaveLength(3));
    const [medium, ...posts] = sent();
    expect(medium).toMatchObject({ item: page.slice('post-questionnaire/'.length), medium: '/a' });
    expect(posts).toMatchObject([
      { item: `${section}/v1`, medium: null },
      { item: `${section}/v2`, medium: null },
    ]);
  }
});

test('it is stored until the server has it, and sent with the same key', async () => {
  document.body.innerHTML = '<main><div data-medium="/a"></div></main>';
  let stored: unknown[] = [];
  post.mockRejectedValueOnce('offline').mockImplementationOnce(async () => {
    stored = await (await localStore()).list('draft/K7QM/exposures/');
  });
  watch('flow-a/q/1');
  show(document.querySelector('[data-medium]'), half);
  await vi.waitFor(() => expect(post).toHaveBeenCalledTimes(2));
  expect(stored).toHaveLength(1);
  expect(sent()[0].key).toBe(sent()[1].key);
  await vi.waitFor(async () =>
    expect(await (await localStore()).list('draft/K7QM/exposures/')).toEqual([]),
  );
});

test('nothing of one participant is sent for another one', async () => {
  document.body.innerHTML = '<main><div data-medium="/a"></div></main>';
  post.mockImplementationOnce(() => {
    user.code = 'OTHER';
    return Promise.reject('offline');
  });
  watch('flow-a/q/1');
  show(document.querySelector('[data-medium]'), half);
  await vi.waitFor(() => expect(post).toHaveBeenCalledTimes(1));
  watch('flow-a/q/1');
  show(document.querySelector('[data-medium]'), half);
  await vi.waitFor(() => expect(post).toHaveBeenCalledTimes(2));
  const [first, second] = sent();
  expect(second.key).not.toBe(first.key);
});

test('nothing is reported of the admin, or after the page was left', async () => {
  document.body.innerHTML = '<main><div data-medium="/a"></div></main>';
  watch('flow-a/q/1');
  expect(observed.size).toBe(1);
  window.history.pushState(null, '', '/flow-a/question/q/correct');
  document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p data-medium="/b"></p>');
  await vi.waitFor(() => expect(observed.size).toBe(0));
  user.code = null;
  watch('flow-a/q/1');
  show(document.querySelector('[data-medium]'), half);
  user.code = 'K7QM';
  watch('flow-a/other/1');
  show(document.querySelector('[data-medium]'), half);
  await vi.waitFor(() => expect(sent()).toMatchObject([{ item: 'other' }]));
});
