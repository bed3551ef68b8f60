import { useCallback, useEffect, useState } from 'react';
import type { User } from '@/api/schema';
import { session } from '@/lib/session';
import { localStore } from './local-store';

interface Draft {
  value: unknown;
  at: number;
}

/** Under what a user's browser data are stored: the participant's code, or the name where there is no code. */
export function ownerOf(user: User | null): string | null {
  return user ? (user.code ?? user.username) : null;
}

/** The owner of what is stored now. */
export function currentOwner(): string | null {
  return ownerOf(session().user);
}

const place = (owner: string, page: string) => `draft/${owner}/${page}`;

/** Writes one after the other: the last value given is the one that stays. */
let writing: Promise<void> = Promise.resolve();

function later(work: () => Promise<void>): Promise<void> {
  writing = writing.then(work, work);
  return writing;
}

export function saveDraft(page: string, value: unknown): Promise<void> {
  const owner = currentOwner();
  if (owner === null) return Promise.resolve();
  const draft: Draft = { value, at: Date.now() };
  return later(async () => (await localStore()).put(place(owner, page), draft));
}

export function clearDraft(page: string): Promise<void> {
  const owner = currentOwner();
  if (owner === null) return Promise.resolve();
  return later(async () => (await localStore()).remove(place(owner, page)));
}

/** Deletes all drafts of a person. */
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
  const draft = await (await localStore()).get<Draft>(place(owner, page));
  return draft?.value as T | undefined;
}

/**
 * Saves a half-filled page, so that it survives a reload. `draft` is what the last visit left, if anything; `ready` is
 * false until the local store has been read.
 */
export function useDraft<T>(page: string) {
  const [found, setFound] = useState<{ page: string; draft: T | undefined } | null>(null);
  useEffect(() => {
    let current = true;
    loadDraft<T>(page)
      // A store that can't be read must not prevent answers.
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
