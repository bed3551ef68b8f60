import { Navigate } from 'react-router';
import { useSession } from '@/lib/session';
import { Loading } from '@/ui/loading';

/**
 * For an address that does not exist in the study. The page flow check redirects participants. The administrator has no
 * position and is redirected like on every unknown path.
 */
export function NotFound() {
  const { user } = useSession();
  return user?.role === 'admin' ? <Navigate to="/" replace /> : <Loading />;
}
