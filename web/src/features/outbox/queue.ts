import type { Receipt } from '@/api/schema';
import { trackFlow } from '@/features/analytics/track';
import { notAuthenticated } from '@/lib/auth-fetch';
import { pause, retryDelay } from '@/lib/pause';
import { forgetPreloaded } from '@/lib/preloaded';
import { ApiProblem } from '@/lib/problems';
import { createStore } from '@/lib/store';
import { clearDraft, currentOwner } from './drafts';
import { type Entry, entriesOf, removeEntry, saveEntry } from './entries';
import { exclusively, isTemporary, send } from './sending';

export interface OutboxState {
  /** Submissions that the server has not confirmed yet. */
  waiting: number;
  /** False while the server can't be reached. */
  online: boolean;
}

export const outboxState = createStore<OutboxState>({ waiting: 0, online: true });

// The browser reports a lost connection before anything is sent. While submissions wait, only a reply shows that the
// server can be reached again.
if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => report({ online: false }));
  window.addEventListener('online', () => {
    if (outboxState.get().waiting === 0) report({ online: true });
  });
}

/** Receives the errors of rejected submissions that no page waits for. */
let onRejected: (problem: ApiProblem) => void = () => {};

export function whenRejected(listener: (problem: ApiProblem) => void): void {
  onRejected = listener;
}

interface Waiting {
  owner: string;
  entry: Entry;
  resolve: (receipt: Receipt) => void;
  reject: (error: unknown) => void;
}

/** Submissions whose receipt the page waits for, by key. */
const waiting = new Map<string, Waiting>();

/**
 * Stores a submission in the browser, sends it after all earlier ones, and resolves with the
 * server's receipt, never earlier. Temporary errors are retried: offline, 5xx, a reply that is not the server's.
 */
export async function enqueue(owner: string, entry: Entry): Promise<Receipt> {
  // If the local store is full or broken, the answer is sent from memory.
  await saveEntry(owner, entry).catch((error: unknown) => console.error('not stored', error));
  return new Promise<Receipt>((resolve, reject) => {
    waiting.set(entry.key, { owner, entry, resolve, reject });
    void drain(owner);
  });
}

/** Rejects all submissions that this page waits for, at sign-out. */
export function abandon(): void {
  for (const { reject } of waiting.values()) reject(notAuthenticated());
  waiting.clear();
  outboxState.set({ waiting: 0, online: true });
}

/** How often the page became stale, by a late receipt or by an answer from another tab or device. */
export const superseded = createStore(0);

/** Marks the page as stale. Subscribed pages refetch and redirect. */
export function markStale(): void {
  // The preloaded replies are outdated.
  forgetPreloaded();
  superseded.set(superseded.get() + 1);
}

let draining: Promise<void> | null = null;
let next: string | null = null;

/** Sends the stored submissions of `owner`, in order. A call while it runs adds one more round. */
export function drain(owner: string): Promise<void> {
  next = owner;
  draining ??= rounds().finally(() => {
    draining = null;
  });
  return draining;
}

async function rounds(): Promise<void> {
  while (next !== null) {
    const owner = next;
    next = null;
    // Updates the number of waiting submissions even while another tab sends.
    await firstOf(owner);
    await exclusively(() => sendAll(owner));
  }
}

interface Item {
  entry: Entry;
  /** Its key in the local store; absent if another tab has sent it and this one still needs the receipt. */
  storageKey?: string | undefined;
}

async function sendAll(owner: string): Promise<void> {
  for (;;) {
    const item = await firstOf(owner);
    if (!item || !(await deliver(owner, item))) return;
  }
}

/** The first submission to send. Also updates the number of waiting ones. */
async function firstOf(owner: string): Promise<Item | undefined> {
  const stored = await entriesOf(owner).catch(() => []);
  const item = stored[0] ?? [...waiting.values()].find((one) => one.owner === owner);
  report({ waiting: Math.max(stored.length, item ? 1 : 0) });
  return item;
}

/** False if the entry has to wait for a new sign-in. */
async function deliver(owner: string, item: Item): Promise<boolean> {
  for (let attempt = 0; ; attempt += 1) {
    if (currentOwner() !== owner) {
      // The owner has signed out, or another user has signed in: the submission waits for its owner.
      settle(item.entry.key)?.reject(notAuthenticated());
      return false;
    }
    try {
      const receipt = await send(owner, item.entry);
      report({ online: true });
      await drop(item);
      const waiter = settle(item.entry.key);
      if (waiter) {
        waiter.resolve(receipt);
      } else {
        trackFlow('late', item.entry, receipt);
        markStale();
      }
      return true;
    } catch (error) {
      if (!isTemporary(error)) return rejected(item, error);
      report({ online: false });
      await pause(retryDelay(attempt, (error as Partial<ApiProblem>).retryAfter));
    }
  }
}

async function rejected(item: Item, error: unknown): Promise<boolean> {
  const problem = error instanceof ApiProblem ? error : null;
  const sessionEnded = problem?.status === 401;
  const answered = problem?.code === 'conflict';
  // Without a session the answer stays in the browser until the next sign-in.
  if (!sessionEnded) await drop(item, answered);
  const waiter = settle(item.entry.key);
  waiter?.reject(error);
  if (!waiter && problem && !sessionEnded) onRejected(problem);
  if (answered) markStale();
  return !sessionEnded;
}

/** Removes an entry from the local store, and its draft unless the participant needs it to correct the answer. */
async function drop({ storageKey, entry }: Item, withDraft = true): Promise<void> {
  if (storageKey !== undefined) await removeEntry(storageKey);
  if (withDraft && entry.draft) await clearDraft(entry.draft);
}

function settle(key: string): Waiting | undefined {
  const found = waiting.get(key);
  waiting.delete(key);
  return found;
}

function report(change: Partial<OutboxState>): void {
  outboxState.set({ ...outboxState.get(), ...change });
}
