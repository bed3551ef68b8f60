import type { Failure } from '@/lib/failures';
import { forgetDrafts } from './drafts';
import { localStore } from './local-store';

/** A submission as it is stored. */
export interface Entry {
  /** ID of this submission; the server stores a key once. */
  key: string;
  /** With the values of its parameters. */
  path: string;
  body: unknown;
  /** The message to show if the server sends none (specification, section 8). */
  failure?: Failure | undefined;
  /** The draft to delete when the server has this submission. */
  draft?: string | undefined;
  /** When it was stored, in ms; old entries are deleted. */
  at: number;
}

interface StoredEntry {
  storageKey: string;
  entry: Entry;
}

const DAY = 24 * 60 * 60 * 1_000;
/** How long drafts, and submissions whose owner never signed in again, are kept on a shared device. */
const KEEP_DRAFTS = 7 * DAY;
const KEEP_SUBMISSIONS = 90 * DAY;
const prefix = (owner: string) => `outbox/${owner}/`;

/** The stored submissions of a participant, oldest first. */
export async function entriesOf(owner: string): Promise<StoredEntry[]> {
  const found = await (await localStore()).list<Entry>(prefix(owner));
  return found.map(({ key, value }) => ({ storageKey: key, entry: value }));
}

/** Stores a submission behind all others of its owner; the same key again keeps its position. */
export async function saveEntry(owner: string, entry: Entry): Promise<void> {
  const entries = await entriesOf(owner);
  const same = entries.find((e) => e.entry.key === entry.key);
  const last = entries.at(-1)?.storageKey.slice(prefix(owner).length) ?? '';
  // After the last one, even if the clock was set back.
  const number = Math.max(Date.now(), Number(last.split('-')[0] || 0) + 1);
  const storageKey = `${prefix(owner)}${String(number).padStart(15, '0')}-${entry.key}`;
  await (await localStore()).put(same?.storageKey ?? storageKey, same?.entry ?? entry);
}

export async function removeEntry(storageKey: string): Promise<void> {
  await (await localStore()).remove(storageKey);
}

/** Deletes everything of one participant: submissions and drafts. */
export async function forgetOwner(owner: string): Promise<void> {
  for (const { storageKey } of await entriesOf(owner)) await removeEntry(storageKey);
  await forgetDrafts(owner);
}

/**
 * Deletes old entries. The present participant's submissions stay regardless of their age, because they are about to be
 * sent.
 */
export async function forgetOld(owner: string | null, now = Date.now()): Promise<void> {
  const store = await localStore();
  for (const { key, value } of await store.list<{ at?: number }>('')) {
    if (owner !== null && key.startsWith(prefix(owner))) continue;
    const most = key.startsWith('outbox/') ? KEEP_SUBMISSIONS : KEEP_DRAFTS;
    if (value.at !== undefined && value.at < now - most) await store.remove(key);
  }
}
