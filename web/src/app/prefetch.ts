import { useEffect } from 'react';
import { loadMessages } from '@/lib/locale';
import { useSession } from '@/lib/session';
import { PAGES } from './pages';
import { PAGE_IDS, type PageId, pageOf } from './paths';

/** Where one usually goes from a public page. */
const NEXT: Partial<Record<PageId, PageId>> = {
  landing: 'consent',
  consent: 'auth',
  auth: 'preQuestionnaire',
};

/** In ms. All the code waits longer: a slow phone is busy with the page's own media until then. */
const CALM = 1_500;
const AT_REST = 6_000;

/**
 * Fetches the code of other pages when the present one has come to rest: of the next public one, or of
 * all that a participant may come to (some 50 kB), so that the way on needs no connection but the
 * answers'. The same for all: it reveals nothing about groups.
 */
export function usePrefetch(pathname: string): void {
  const { isAuthenticated } = useSession();
  useEffect(() => {
    const next = NEXT[pageOf(pathname) ?? 'end'];
    const pages = isAuthenticated ? PAGE_IDS : next ? [next] : [];
    const timer = setTimeout(
      async () => {
        try {
          // One after the other: the page's own media come first.
          for (const page of pages) {
            await PAGES[page]();
            await loadMessages();
          }
        } catch {
          // Means nothing: going there fetches it again.
        }
      },
      isAuthenticated ? AT_REST : CALM,
    );
    return () => clearTimeout(timer);
  }, [pathname, isAuthenticated]);
}
