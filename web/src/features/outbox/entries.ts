import type { Failure } from '@/lib/failures';
import { localStore } from './local-store';

/** A submission as it is stored. */
export interface Entry {
  /** Id of this submission. The same one again is the same submission. */
  key: string;
  /** With the values of its parameters. */
  path: string;
  body: unknown;
  /** What to say if the server gives no message (specification, section 8). */
  failure?: Failure | undefined;
  /** The draft that is done with when the server has this. */
  draft?: string | undefined;
  /** When it was stored: old ones are deleted. */
  at: number;
}

interface Placed {
  place: string;
  entry: Entry;
}

const DAY = 24 * 60 * 60 * 1_000;
/** Half-filled pages, and submissions whose owner never came back to a device that others use as well. */
const KEEP_DRAFTS = 7 * DAY;
const KEEP_SUBMISSIONS = 90 * DAY;
const prefix = (owner: string) => `outbox/${owner}/`;

/** The stored submissions of a participant, oldest first. */
export async function entriesOf(owner: string): Promise<Placed[]> {
  const found = await (await localStore()).list<Entry>(prefix(owner));
  return found.map(({ key, value }) => ({ place: key, entry: value }));
}

/** Stores a submission behind all others of its owner; the same key again keeps its position. */
export async function saveEntry(owner: string, entry: Entry): Promise<void> {
  const entries = await entriesOf(owner);
  const same = entries.find((e) => e.entry.key === entry.key);
  const last = entries.at(-1)?.place.slice(prefix(owner).length) ?? '';
  // Never before the last one, even if the clock was set back.
  const number = Math.max(Date.now(), Number(last.split('-')[0] || 0) + 1);
  const place = `${prefix(owner)}${String(number).padStart(15, '0')}-${entry.key}`;
  await (await localStore()).put(same?.place ?? place, same?.entry ?? entry);
}

export async function removeEntry(place: string): Promise<void> {
  await (await localStore()).remove(place);
}

/** Deletes everything of one participant: submissions and drafts. */
export async function forgetOwner(owner: string): Promise<void> {
  const store = await localStore();
  for (const area of ['outbox', 'draft']) {
    for (const { key } of await store.list(`${area}/${owner}/`)) await store.remove(key);
  }
}

/**
 * Deletes what is too old. The present participant's submissions stay, however old they are by this device's
 * clock: they are about to be sent.
 */
export async function forgetOld(owner: string | null, now = Date.now()): Promise<void> {
  const store = await localStore();
  for (const { key, value } of await store.list<{ at?: number }>('')) {
    if (owner !== null && key.startsWith(prefix(owner))) continue;
    const most = key.startsWith('outbox/') ? KEEP_SUBMISSIONS : KEEP_DRAFTS;
    if (value.at !== undefined && value.at < now - most) await store.remove(key);
  }
}
