import { useCallback, useEffect, useState } from 'react';
import type { User } from '@/api/schema';
import { session } from '@/lib/session';
import { localStore } from './local-store';

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

/** Writes run one after the other, so that the last value is kept. */
let writing: Promise<void> = Promise.resolve();

function later(work: () => Promise<void>): Promise<void> {
  writing = writing.then(work, work);
  return writing;
}

export function saveDraft(page: string, value: unknown): Promise<void> {
  const owner = currentOwner();
  if (owner === null) return Promise.resolve();
  const draft: Draft = { value, at: Date.now() };
  return later(async () => (await localStore()).put(storageKey(owner, page), draft));
}

/** The draft of `page` that remembers that its reminder was shown. */
export const reminderOf = (page: string) => `${page}/reminder`;

/** Deletes the draft of a page and the one of its reminder. */
export function clearDraft(page: string): Promise<void> {
  const owner = currentOwner();
  if (owner === null) return Promise.resolve();
  return later(async () => {
    const store = await localStore();
    for (const own of [page, reminderOf(page)]) await store.remove(storageKey(owner, own));
  });
}

/** Deletes all drafts of a participant. */
export async function forgetDrafts(owner: string): Promise<void> {
  await later(async () => {
    const store = await localStore();
    for (const { key } of await store.list(`draft/${owner}/`)) await store.remove(key);
  });
}

export async function loadDraft<T>(page: string): Promise<T | undefined> {
  const owner = currentOwner();
  if (owner === null) return undefined;
  await writing;
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
