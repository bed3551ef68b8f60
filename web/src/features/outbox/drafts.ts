import { useCallback, useEffect, useState } from 'react';
import type { User } from '@/api/schema';
import { session } from '@/lib/session';
import { type LocalStore, localStore } from './local-store';

interface Draft {
  value: unknown;
  at: number;
}

/** The owner of browser data: the participant's code, or the username of an account without one. */
export function ownerOf(user: User | null): string | null {
  return user ? (user.code ?? user.username) : null;
}

/** The owner of the data that are stored now. */
export function currentOwner(): string | null {
  return ownerOf(session().user);
}

const storageKey = (owner: string, page: string) => `draft/${owner}/${page}`;

/** What is to be written, by storage key: of several values of a page the last, `null` for none. */
const waiting = new Map<string, Draft | null>();
let writing: Promise<void> | null = null;

async function write(store: LocalStore, key: string, draft: Draft | null): Promise<void> {
  waiting.delete(key);
  await (draft ? store.put(key, draft) : store.remove(key)).catch((error: unknown) =>
    console.error('not stored', error),
  );
}

/** One write at a time. The loop also visits what is added while it runs. */
async function writeWaiting(): Promise<void> {
  const store = await localStore();
  for (const [key, draft] of waiting) await write(store, key, draft);
  writing = null;
}

/** Resolves when everything that waits is written. */
function written(): Promise<void> {
  writing ??= writeWaiting();
  return writing;
}

/** The page may be gone before the present write ends. The store completes writes in the order of their start. */
async function writeAtOnce(): Promise<void> {
  const store = await localStore();
  for (const [key, draft] of waiting) void write(store, key, draft);
}

if (typeof window !== 'undefined') {
  for (const event of ['pagehide', 'visibilitychange']) addEventListener(event, writeAtOnce);
}

export async function saveDraft(page: string, value: unknown): Promise<void> {
  const owner = currentOwner();
  if (owner === null) return;
  waiting.set(storageKey(owner, page), { value, at: Date.now() });
  await written();
}

/** The draft of `page` that remembers that its reminder was shown. */
export const reminderOf = (page: string) => `${page}/reminder`;

/** Deletes the draft of a page and the one of its reminder. */
export async function clearDraft(page: string): Promise<void> {
  const owner = currentOwner();
  if (owner === null) return;
  for (const own of [page, reminderOf(page)]) waiting.set(storageKey(owner, own), null);
  await written();
}

/** Deletes all drafts of a participant. */
export async function forgetDrafts(owner: string): Promise<void> {
  const prefix = storageKey(owner, '');
  for (const key of waiting.keys()) if (key.startsWith(prefix)) waiting.set(key, null);
  await written();
  const store = await localStore();
  for (const { key } of await store.list(prefix)) await store.remove(key);
}

export async function loadDraft<T>(page: string): Promise<T | undefined> {
  const owner = currentOwner();
  if (owner === null) return undefined;
  await written();
  const draft = await (await localStore()).get<Draft>(storageKey(owner, page));
  return draft?.value as T | undefined;
}

/**
 * Saves a half-filled page, so that it survives a reload. `draft` is the draft of the last visit, if any; `ready` is
 * false until the local store has been read.
 */
export function useDraft<T>(page: string) {
  const [found, setFound] = useState<{ page: string; draft: T | undefined } | null>(null);
  useEffect(() => {
    let current = true;
    loadDraft<T>(page)
      // Participants can answer even if the store can't be read.
      .catch(() => undefined)
      .then((draft) => {
        if (current) setFound({ page, draft });
      });
    return () => {
      current = false;
    };
  }, [page]);
  const save = useCallback((value: T) => void saveDraft(page, value), [page]);
  const ready = found?.page === page;
  return { draft: ready ? found.draft : undefined, ready, save };
}
