import type { Code, Receipt } from '@/api/schema';
import { by, postSubmission } from '@/lib/api-client';
import { currentLocale } from '@/lib/locale';
import { ApiProblem, NetworkProblem } from '@/lib/problems';
import { ownName } from '@/lib/site';
import type { Entry } from './entries';

/** Browsers finish a small call even when the page is being closed; a larger one is rejected. */
const KEEPALIVE_LIMIT = 60_000;

/** Sends a submission once, under its key, so that a repeat changes nothing, and for its owner. */
export function send(owner: string, { path, body, key, failure }: Entry): Promise<Receipt> {
  return postSubmission(path, body, {
    // The administrator's username may contain letters that are not allowed in a header.
    headers: {
      'Idempotency-Key': key,
      'Accept-Language': currentLocale(),
      ...(/^[!-~]+$/.test(owner) && by(owner)),
    },
    failure,
    keepalive: JSON.stringify(body).length < KEEPALIVE_LIMIT,
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
 * Whether the same call may succeed later. Only an error with a `FINAL` code, which comes from the server itself,
 * rejects an answer: the reply of a proxy or of a hotel network may have any status.
 */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ApiProblem) return !FINAL.includes(error.code);
  return error instanceof NetworkProblem;
}

/** Only one tab sends at a time, which keeps the order. */
export function exclusively(work: () => Promise<void>): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request(ownName('unmask-outbox'), work) : work();
}
