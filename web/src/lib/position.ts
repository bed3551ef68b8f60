import type { Position as PositionReply, User } from '@/api/schema';
import { api } from './api-client';
import { newId } from './new-id';
import { onForget, session, setUser } from './session';

/** The participant's page, and the one that "Continue" leads to, as the server last reported them. */
export type Position = Pick<PositionReply, 'currentState' | 'nextState'>;

let last: Position | null = null;
onForget(forgetPosition);

/** The next page asks the server for the position. */
export function forgetPosition(): void {
  last = null;
}

type Reply = Position & Partial<Pick<User, 'progress' | 'completedPersonas' | 'hearsSound'>>;

/** Stores the position in a receipt or another reply, for the session and for the next page. */
export function setPosition(reply: Reply): void {
  const { user } = session();
  if (!user) return;
  const { currentState, nextState } = reply;
  last = { currentState, nextState };
  setUser({
    ...user,
    currentState,
    progress: reply.progress ?? user.progress,
    completedPersonas: reply.completedPersonas ?? user.completedPersonas,
    hearsSound: reply.hearsSound ?? user.hearsSound,
  });
}

/** The position for the page at `path`: the last one if it is of that page, else the server's. */
export async function loadPosition(path: string, signal?: AbortSignal): Promise<Position> {
  if (last?.currentState === path) return last;
  const reply = await api.get('/api/users/current-state', {
    signal,
    failure: 'position',
  });
  setPosition(reply);
  return reply;
}

/** Continues from a page without a task. */
export async function moveTo(page: string): Promise<Position> {
  const reply = await api.put('/api/users/current-state', {
    body: { currentState: page },
    failure: 'move',
    // A delayed copy of the request must not count as a second move.
    headers: { 'Idempotency-Key': newId() },
  });
  setPosition(reply);
  return reply;
}
