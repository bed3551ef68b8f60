import { Navigate } from 'react-router';
import { useSession } from '@/lib/session';
import { Loading } from '@/ui/loading';

/**
 * For an address that names nothing. The flow check leads participants to where they are in a moment; the
 * administrator is nowhere, and goes where every unknown path leads.
 */
export function NothingHere() {
  const { user } = useSession();
  return user?.role === 'admin' ? <Navigate to="/" replace /> : <Loading />;
}
