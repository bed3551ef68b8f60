import type { CurrentState, Progress } from '@/api/types';
import { api } from './api-client';
import { newId } from './new-id';
import { session, setUser } from './session';

/** Takes over the position that a receipt or a move gave back. */
export function setPosition(reply: {
  currentState: string;
  progress?: Progress | null;
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
  const reply = await api.send<CurrentState>(
    'PUT',
    '/api/users/current-state',
    { currentState: page },
    // A copy that the network delivers late must not count as a second wish.
    { failure: 'Failed to update current state', headers: { 'Idempotency-Key': newId() } },
  );
  setPosition(reply);
  return reply;
}
