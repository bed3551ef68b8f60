import type { Receipt, User } from '@/api/schema';
import { address, type Parameters, type Path, type Reply } from '@/lib/api-client';
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

/** What is submitted to `P`; without a key, it gets a new one. */
export type Submission<P extends SubmissionPath> = Parameters<P, 'post'> &
  Partial<Pick<Entry, 'key' | 'failure' | 'draft'>>;

/**
 * Submits an answer: stored in the browser first, sent in order, repeated until the server has it.
 * Resolves with the receipt, and takes over the position in it.
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

/** Sends what an earlier visit left, and clears at sign-out. Called when the user is known. */
export async function resumeOutbox(): Promise<void> {
  const owner = currentOwner();
  await forgetOld(owner);
  if (owner !== null) await drain(owner);
}

/** How long signing out waits for the last answers. */
const PATIENCE = 3_000;

/** Tries to send all that waits; true if nothing is left. */
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

/** For a person who signs out of a session that has ended: unsent answers stay for the next sign-in. */
export async function discardDrafts(user: User | null): Promise<void> {
  const owner = ownerOf(user);
  if (owner !== null) await forgetDrafts(owner);
}

/** How many answers wait, and whether the server can be reached. */
export function useOutbox(): OutboxState {
  return useStore(outboxState, { waiting: 0, online: true });
}
