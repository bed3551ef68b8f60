import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '@/api/schema';
import { api } from '@/lib/api-client';
import { FLOW_CHECK_DELAY } from '@/lib/constants';
import { hasEnded, loadUser, session } from '@/lib/session';
import { isPublic } from './paths';

/** The page that is right for the participant, as the server sees it; null for who may go anywhere. */
async function correctPage(path: string, signal: AbortSignal): Promise<string | null> {
  const user: User = await loadUser();
  if (user.role === 'admin') return null;
  const query = { groupType: user.groupType ?? undefined, currentPath: path };
  const reply = await api.get('/api/page-flow/correct-page', { query, signal });
  return reply.correctPage;
}

/**
 * On every change of route but to a public page: after a moment, asks which page is right and
 * replaces the location if it is another. A failed check is only logged.
 */
export function useFlowGuard(): void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (isPublic(pathname)) return;
    const left = new AbortController();
    const timer = setTimeout(async () => {
      // Ended by the server: on the way to the sign-in.
      if (hasEnded()) return;
      // Signed out in the meantime, here or in another tab.
      if (!session().isAuthenticated) return navigate('/', { replace: true });
      try {
        const correct = await correctPage(pathname, left.signal);
        const stays = correct === null || correct === pathname || left.signal.aborted;
        if (!stays) navigate(correct, { replace: true });
      } catch (error) {
        if (!left.signal.aborted) console.error('page-flow check failed', error);
      }
    }, FLOW_CHECK_DELAY);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [pathname, navigate]);
}
