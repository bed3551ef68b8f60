import type { Position as CurrentState, HowFar } from '@/api/schema';
import { api } from './api-client';
import { newId } from './new-id';
import { session, setUser } from './session';

/** Takes over the position that a receipt or a move gave back. */
export function setPosition(reply: {
  currentState: string;
  progress?: HowFar | null;
  completedPersonas?: string[] | null;
}): void {
  const { user } = session();
  if (!user) return;
  setUser({
    ...user,
    currentState: reply.currentState,
    progress: reply.progress ?? user.progress,
    completedPersonas: reply.completedPersonas ?? user.completedPersonas,
  });
}

/** Moves over a page that needs no answer. */
export async function moveTo(page: string): Promise<CurrentState> {
  const reply = await api.put('/api/users/current-state', {
    body: { currentState: page },
    failure: 'Failed to update current state',
    // A copy that the network delivers late must not count as a second wish.
    headers: { 'Idempotency-Key': newId() },
  });
  setPosition(reply);
  return reply;
}
