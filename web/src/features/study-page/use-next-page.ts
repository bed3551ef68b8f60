import { useLocation } from 'react-router';
import { loadPosition, type Position } from '@/lib/position';
import { useSession } from '@/lib/session';
import { useResource } from './use-resource';

/** Where a page that needs no answer leads. */
export interface NextPage {
  /** The participant's present page, if that is another one: this one is only looked at again. */
  present: string | null;
  next: string | null;
}

/**
 * What a position means on the page at `path`. The administrator has no position: if the server names no next
 * page, `next` in the study's order is taken, so that the whole study can be walked through.
 */
export function nextPage(
  position: Position,
  path: string,
  admin: boolean,
  next: string | null,
): NextPage {
  const isPresent = position.currentState === path;
  if (admin) return { present: null, next: (isPresent ? position.nextState : null) ?? next };
  return isPresent
    ? { present: null, next: position.nextState }
    : { present: position.currentState, next: null };
}

/** The same for the page that is open; null until it is known. */
export function useNextPage(next: string | null = null): NextPage | null {
  const { pathname } = useLocation();
  const { user } = useSession();
  const position = useResource(pathname, (signal) => loadPosition(pathname, signal));
  if (position.state !== 'ready') return null;
  return nextPage(position.data, pathname, user?.role === 'admin', next);
}
