import { useLocation } from 'react-router';
import { useSession } from '@/lib/session';

/** Whether the page is the participant's current one, not an earlier one. */
export function useIsCurrentPage(): boolean {
  const { pathname } = useLocation();
  const { user } = useSession();
  // The administrator has no position, so every page counts as current.
  return user?.role === 'admin' || user?.currentState === pathname;
}
