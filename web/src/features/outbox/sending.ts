import type { Code, Receipt } from '@/api/schema';
import { by, fetchJson } from '@/lib/api-client';
import { ApiProblem, NetworkProblem } from '@/lib/problems';
import type { Entry } from './entries';

/** Browsers finish a small call even when the page is being closed; a larger one is rejected. */
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

/** The codes of a submission that the server will never accept as it is. */
const FINAL: readonly (Code | 'unknown')[] = [
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
 * Whether the same call may succeed later without a change. A proxy's or a hotel network's page may have any
 * status: only an error of the server itself, with a code, rejects an answer.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiProblem) return !FINAL.includes(error.code);
  return error instanceof NetworkProblem;
}

/** One sender in all tabs, so that the order holds. */
export function exclusively(work: () => Promise<void>): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request('unmask-outbox', work) : work();
}
