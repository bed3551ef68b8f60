import type { Failure } from '@/lib/failures';
import { shelf } from './shelf';

/** A submission as it is kept. */
export interface Entry {
  key: string;
  path: string;
  body: unknown;
  failure?: Failure | undefined;
  /** The draft that is done with when the server has this. */
  draft?: string | undefined;
  /** When it was kept, for throwing away what nobody came back for. */
  at: number;
}

interface Placed {
  place: string;
  entry: Entry;
}

const DAY = 24 * 60 * 60 * 1_000;
/** Half-filled pages; and what was handed in and never came back to, on a device that others use as well. */
const KEEP_DRAFTS = 7 * DAY;
const KEEP_SUBMISSIONS = 90 * DAY;
const prefix = (owner: string) => `outbox/${owner}/`;

/** What is kept for a participant, oldest first. */
export async function entriesOf(owner: string): Promise<Placed[]> {
  const found = await (await shelf()).list<Entry>(prefix(owner));
  return found.map(({ key, value }) => ({ place: key, entry: value }));
}

/** Keeps a submission behind all others of its owner; the same key again keeps its place. */
export async function keep(owner: string, entry: Entry): Promise<void> {
  const entries = await entriesOf(owner);
  const same = entries.find((e) => e.entry.key === entry.key);
  const last = entries.at(-1)?.place.slice(prefix(owner).length) ?? '';
  // Never before the last one, even if the clock was set back.
  const number = Math.max(Date.now(), Number(last.split('-')[0] || 0) + 1);
  const place = `${prefix(owner)}${String(number).padStart(15, '0')}-${entry.key}`;
  await (await shelf()).put(same?.place ?? place, same?.entry ?? entry);
}

export async function removeEntry(place: string): Promise<void> {
  await (await shelf()).remove(place);
}

/** Throws away everything of one participant: submissions and drafts. */
export async function forgetOwner(owner: string): Promise<void> {
  const kept = await shelf();
  for (const area of ['outbox', 'draft']) {
    for (const { key } of await kept.list(`${area}/${owner}/`)) await kept.remove(key);
  }
}

/**
 * Throws away what nobody came back for. Whoever is here now keeps all that was handed in, however old it is
 * by this device's clock: it is about to be sent.
 */
export async function forgetOld(owner: string | null, now = Date.now()): Promise<void> {
  const kept = await shelf();
  for (const { key, value } of await kept.list<{ at?: number }>('')) {
    if (owner !== null && key.startsWith(prefix(owner))) continue;
    const most = key.startsWith('outbox/') ? KEEP_SUBMISSIONS : KEEP_DRAFTS;
    if (value.at !== undefined && value.at < now - most) await kept.remove(key);
  }
}
