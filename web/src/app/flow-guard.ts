import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '@/api/schema';
import { api } from '@/lib/api-client';
import { FLOW_CHECK_DELAY } from '@/lib/constants';
import { hasEnded, loadUser, session } from '@/lib/session';
import { isPublic } from './paths';

/** The page that the server considers correct for the participant; null for the administrator. */
async function correctPage(path: string, signal: AbortSignal): Promise<string | null> {
  const user: User = await loadUser();
  if (user.role === 'admin') return null;
  const query = { groupType: user.groupType ?? undefined, currentPath: path };
  const reply = await api.get('/api/page-flow/correct-page', { query, signal });
  return reply.correctPage;
}

/**
 * After each change of route, except to a public page, asks the server for the correct page and replaces the location
 * if it differs. A failed check is only logged.
 */
export function useFlowGuard(): void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (isPublic(pathname)) return;
    const left = new AbortController();
    const timer = setTimeout(async () => {
      // The server ended the session; the app is going to the sign-in.
      if (hasEnded()) return;
      // The participant signed out meanwhile, in this tab or another.
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
