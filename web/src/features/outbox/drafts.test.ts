import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '../../../test/sign-in';
import { clearDraft, forgetDrafts, loadDraft, reminderOf, saveDraft, useDraft } from './drafts';
import { localStore } from './local-store';

const as = (code: string) => signIn({ code, username: code });

beforeEach(() => as('A'));
afterEach(() => vi.restoreAllMocks());

/** What was written, in order; the first write lasts until `go`. */
async function slowStore() {
  const store = await localStore();
  const put = store.put.bind(store);
  const written: unknown[] = [];
  let go = () => {};
  const first = new Promise<void>((resolve) => {
    go = resolve;
  });
  vi.spyOn(store, 'put').mockImplementation(async (key, draft) => {
    written.push((draft as { value: unknown }).value);
    if (written.length === 1) await first;
    await put(key, draft);
  });
  return { written, go };
}

const type = (page: string, text: string) =>
  Promise.all([...text].map((_, at) => saveDraft(page, text.slice(0, at + 1))));

test('a half-filled page comes back after a reload, the last value wins', async () => {
  void saveDraft('pre/1', { age: 4 });
  void saveDraft('pre/1', { age: 41 });
  const { result } = renderHook(() => useDraft<{ age: number }>('pre/1'));
  expect(result.current.ready).toBe(false);
  await waitFor(() => expect(result.current.ready).toBe(true));
  expect(result.current.draft).toEqual({ age: 41 });
});

test('a draft belongs to one participant and one page, and can be deleted', async () => {
  await saveDraft('pre/2', 'mine');
  expect(await loadDraft('pre/3')).toBeUndefined();
  as('B');
  expect(await loadDraft('pre/2')).toBeUndefined();
  as('A');
  await saveDraft(reminderOf('pre/2'), true);
  await clearDraft('pre/2');
  expect(await loadDraft('pre/2')).toBeUndefined();
  expect(await loadDraft(reminderOf('pre/2'))).toBeUndefined();
});

test('while a value is written, only the last of the later ones waits', async () => {
  const { written, go } = await slowStore();
  const typed = type('pre/4', 'typewriter');
  await vi.waitFor(() => expect(written).toHaveLength(1));
  void type('pre/4', 'typewriters');
  go();
  await typed;
  await vi.waitFor(async () => expect(await loadDraft('pre/4')).toBe('typewriters'));
  expect(written).toEqual(['typewriter', 'typewriters']);
});

test.each(['pagehide', 'visibilitychange'])(
  '%s: a waiting value is written at once',
  async (name) => {
    const { written, go } = await slowStore();
    void saveDraft('pre/5', 'th');
    await vi.waitFor(() => expect(written).toEqual(['th']));
    void saveDraft('pre/5', 'the end');
    dispatchEvent(new Event(name));
    await Promise.resolve();
    expect(written).toEqual(['th', 'the end']);
    go();
  },
);

test('no value that waited comes back after its draft is deleted', async () => {
  const { written, go } = await slowStore();
  void saveDraft('pre/6', 'first');
  await vi.waitFor(() => expect(written).toEqual(['first']));
  void saveDraft('pre/6', 'second');
  void saveDraft('pre/7', 'other page');
  const cleared = clearDraft('pre/6');
  go();
  await cleared;
  expect(await loadDraft('pre/6')).toBeUndefined();
  expect(await loadDraft('pre/7')).toBe('other page');
  void saveDraft('pre/7', 'changed');
  await forgetDrafts('A');
  expect(await loadDraft('pre/7')).toBeUndefined();
  expect(written).toEqual(['first', 'other page']);
});

test('what is typed after a draft was deleted is kept', async () => {
  void saveDraft('pre/8', 'old');
  void clearDraft('pre/8');
  await saveDraft('pre/8', 'new');
  expect(await loadDraft('pre/8')).toBe('new');
});

test('a full store neither stops the answer nor the next draft', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const full = vi.spyOn(await localStore(), 'put').mockRejectedValueOnce(new Error('full'));
  await saveDraft('pre/9', 'lost');
  await saveDraft('pre/9', 'kept');
  expect(full).toHaveBeenCalledTimes(2);
  expect(await loadDraft('pre/9')).toBe('kept');
  expect(error).toHaveBeenCalledOnce();
});
