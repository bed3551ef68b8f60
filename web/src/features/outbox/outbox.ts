import { address, type Parameters, type Path, type Reply } from '@/api/calls';
import type { Receipt, User } from '@/api/schema';
import { notAuthenticated } from '@/lib/auth-fetch';
import { newId } from '@/lib/new-id';
import { setPosition } from '@/lib/position';
import { loadUser, onSignOut } from '@/lib/session';
import { useStore } from '@/lib/store';
import { currentOwner, forgetDrafts, ownerOf } from './drafts';
import { type Entry, forgetOld, forgetOwner } from './entries';
import { abandon, drain, enqueue, type OutboxState, outboxState } from './queue';

/** The calls that reply with a receipt. */
export type SubmissionPath = {
  [P in Path<'post'>]: Reply<P, 'post'> extends Receipt ? P : never;
}[Path<'post'>];

/** The submission to `P`; without a key, it gets a new one. */
export type Submission<P extends SubmissionPath> = Parameters<P, 'post'> &
  Partial<Pick<Entry, 'key' | 'failure' | 'draft'>>;

/**
 * Submits an answer: it is stored in the browser, sent in order, and repeated until the server has it. Resolves with
 * the receipt, and stores its position.
 */
export async function submit<P extends SubmissionPath>(
  path: P,
  submission: Submission<P>,
): Promise<Receipt> {
  await loadUser();
  const owner = currentOwner();
  if (owner === null) throw notAuthenticated();
  const { path: values, body, ...rest } = submission as Untyped;
  const entry = { key: newId(), ...rest, path: address(path, values), body, at: Date.now() };
  const receipt = await enqueue(owner, entry);
  setPosition(receipt);
  return receipt;
}

type Untyped = Partial<Omit<Entry, 'path'>> & { path?: Record<string, string>; body?: unknown };

/** Sends submissions of an earlier visit, and clears them at sign-out. Called when the user is known. */
export async function resumeOutbox(): Promise<void> {
  const owner = currentOwner();
  await forgetOld(owner);
  if (owner !== null) await drain(owner);
}

/** How long signing out waits for the last answers. */
const PATIENCE = 3_000;

/** Tries to send all waiting submissions; true if none is left. */
export async function flushOutbox(): Promise<boolean> {
  const owner = currentOwner();
  if (owner === null) return true;
  const given = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([drain(owner), given]);
  return outboxState.get().waiting === 0;
}

onSignOut(async (user) => {
  const owner = ownerOf(user);
  if (owner !== null) await forgetOwner(owner);
  abandon();
});

/** For a sign-out from an ended session: unsent answers stay for the next sign-in. */
export async function discardDrafts(user: User | null): Promise<void> {
  const owner = ownerOf(user);
  if (owner !== null) await forgetDrafts(owner);
}

/** The number of waiting answers, and whether the server can be reached. */
export function useOutbox(): OutboxState {
  return useStore(outboxState, { waiting: 0, online: true });
}
