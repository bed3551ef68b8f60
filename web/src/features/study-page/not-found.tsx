import { Navigate } from 'react-router';
import { useSession } from '@/lib/session';
import { Loading } from '@/ui/loading';

/**
 * For an address that names nothing of the study's. The flow check redirects participants in a moment; the
 * administrator has no position, and goes where every unknown path leads.
 */
export function NotFound() {
  const { user } = useSession();
  return user?.role === 'admin' ? <Navigate to="/" replace /> : <Loading />;
}
