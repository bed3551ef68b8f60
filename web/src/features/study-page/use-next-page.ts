import { useLocation } from 'react-router';
import { loadPosition, type Position } from '@/lib/position';
import { useSession } from '@/lib/session';
import { useResource } from './use-resource';

/** The destination of a page without a task. */
export interface NextPage {
  /** The participant's current page, if this is an earlier one. */
  present: string | null;
  next: string | null;
}

/**
 * The destination of the page at `path` for a position. The administrator has no position: if the server names no next
 * page, it is `next` in the study's order, so that the whole study can be viewed.
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

/** The destination of the open page; null until it is known. */
export function useNextPage(next: string | null = null): NextPage | null {
  const { pathname } = useLocation();
  const { user } = useSession();
  const position = useResource(pathname, (signal) => loadPosition(pathname, signal));
  if (position.state !== 'ready') return null;
  return nextPage(position.data, pathname, user?.role === 'admin', next);
}
