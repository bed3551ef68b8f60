import type { Receipt, User } from '@/api/schema';
import { notAuthenticated } from '@/lib/auth-fetch';
import { setPosition } from '@/lib/position';
import { loadUser, onSignOut } from '@/lib/session';
import { useStore } from '@/lib/store';
import { currentOwner, forgetDrafts, ownerOf } from './drafts';
import { forgetOld, forgetOwner } from './entries';
import { abandon, type Call, drain, enqueue, type OutboxState, outboxState } from './queue';

/**
 * Submits an answer: stored in the browser first, sent in order, repeated until the server has it.
 * Resolves with the receipt, and takes over the position in it.
 */
export async function submit(submission: Call): Promise<Receipt> {
  await loadUser();
  const owner = currentOwner();
  if (owner === null) throw notAuthenticated();
  const receipt = await enqueue(owner, submission);
  setPosition(receipt);
  return receipt;
}

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
