import type { Position as CurrentState } from '@/api/schema';
import { api, localized } from '@/lib/api-client';
import { moveTo, setPosition } from '@/lib/position';
import { onForget } from '@/lib/session';
import { createStore } from '@/lib/store';

/** Where the participant is and where "Continue" leads, as the server said last. */
export type Position = Pick<CurrentState, 'currentState' | 'nextState'>;

const last = createStore<Position | null>(null);
onForget(() => last.set(null));

/** Keeps what a receipt said, so that the next page need not ask. */
export function rememberPosition({ currentState, nextState }: Position): void {
  last.set({ currentState, nextState });
}

/** The position for the page at `path`: known from the last receipt, or asked for. */
export async function loadPosition(path: string, signal?: AbortSignal): Promise<Position> {
  const known = last.get();
  if (known?.currentState === path) return known;
  const state = await api.get('/api/users/current-state', {
    signal,
    failure: 'Failed to get current state',
  });
  setPosition(state);
  rememberPosition(state);
  return state;
}

/** Moves over a page that needs no answer. */
export async function movePosition(page: string): Promise<Position> {
  const state = await moveTo(page);
  rememberPosition(state);
  return state;
}

/** A text of the study's `pages/` folder as sanitised HTML; a study may do without it. */
export async function loadPageText(name: string, signal?: AbortSignal): Promise<string> {
  const page = await api
    .get('/api/study/pages/{name}', { path: { name }, ...localized(), signal })
    .catch(() => ({ html: '' }));
  return page.html;
}
