import type { Code, Receipt } from '@/api/schema';
import { by, fetchJson } from '@/lib/api-client';
import { ApiProblem, NetworkProblem } from '@/lib/problems';
import type { Entry } from './entries';

/** Browsers finish a small call even when the page is being closed; a larger one is refused outright. */
const KEEPALIVE_LIMIT = 60_000;

/** One try at one submission, under its own key, so that a repeat changes nothing, and in its owner's name. */
export function send(owner: string, entry: Entry): Promise<Receipt> {
  return fetchJson<Receipt>('post', entry.path, entry.body, {
    // The admin goes by a name, which may have letters that no header can have.
    headers: { 'Idempotency-Key': entry.key, ...(/^[!-~]+$/.test(owner) && by(owner)) },
    failure: entry.failure,
    keepalive: JSON.stringify(entry.body).length < KEEPALIVE_LIMIT,
  });
}

/** What the server says of a submission that it will never take as it is. */
const REFUSALS: readonly (Code | 'unknown')[] = [
  'malformed',
  'not_authenticated',
  'participants_only',
  'other_group',
  'other_site',
  'not_found',
  'method_not_allowed',
  'wrong_page',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'unsupported_encoding',
  'invalid_answers',
  'invalid_fields',
  'consent_required',
  'study_closed',
  'withdrawn',
];

/**
 * Whether the same call may succeed later without anybody changing anything. A proxy's or a hotel
 * network's page may have any status: only the server itself, in its own words, refuses an answer.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiProblem) return !REFUSALS.includes(error.code);
  return error instanceof NetworkProblem;
}

/** One sender in all tabs, so that the order holds. */
export function exclusively(work: () => Promise<void>): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request('unmask-outbox', work) : work();
}

const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;

/**
 * Milliseconds before the next try: doubling, and spread, so that a whole class does not come back
 * in the same second. Never less than the server asked for.
 */
export function retryDelay(attempt: number, asked = 0, random = Math.random): number {
  const step = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt);
  return Math.max(step * (0.5 + random() / 2), asked * 1_000);
}

/** Waits, or less if the browser says that something has changed. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      document.removeEventListener('visibilitychange', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    document.addEventListener('visibilitychange', done);
  });
}
