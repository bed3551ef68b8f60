import { useLocation } from 'react-router';
import { loadPosition, type Position } from '@/lib/position';
import { useSession } from '@/lib/session';
import { useResource } from './use-resource';

/** The way on from a page that needs no answer. */
export interface WayOn {
  /** Where the participant is, if that is not this page: they only look back at it. */
  elsewhere: string | null;
  next: string | null;
}

/**
 * What a position means on the page at `path`. The administrator is nowhere: where the server names no
 * next page, `next` of the study's order is taken, so that the whole can be walked through.
 */
export function wayOn(
  position: Position,
  path: string,
  admin: boolean,
  next: string | null,
): WayOn {
  const here = position.currentState === path;
  if (admin) return { elsewhere: null, next: (here ? position.nextState : null) ?? next };
  return here
    ? { elsewhere: null, next: position.nextState }
    : { elsewhere: position.currentState, next: null };
}

/** The way on from the present page; nothing until it is known. */
export function useWayOn(next: string | null = null): WayOn | null {
  const { pathname } = useLocation();
  const { user } = useSession();
  const position = useResource(pathname, (signal) => loadPosition(pathname, signal));
  if (position.state !== 'ready') return null;
  return wayOn(position.data, pathname, user?.role === 'admin', next);
}
