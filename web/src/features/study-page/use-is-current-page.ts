import { useLocation } from 'react-router';
import { useSession } from '@/lib/session';

/** Whether the reader is on the participant's present page, and not looking back at it. */
export function useIsCurrentPage(): boolean {
  const { pathname } = useLocation();
  const { user } = useSession();
  // The administrator has no position: every page counts as present.
  return user?.role === 'admin' || user?.currentState === pathname;
}
