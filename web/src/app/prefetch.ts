import { useEffect } from 'react';
import { loadMessages } from '@/lib/locale';
import { useSession } from '@/lib/session';
import { PAGES } from './pages';
import { PAGE_IDS, type PageId, pageOf } from './paths';

/** The usual next page after each public page. */
const NEXT: Partial<Record<PageId, PageId>> = {
  landing: 'consent',
  consent: 'auth',
  auth: 'preQuestionnaire',
};

/** Delays in ms. Fetching all code waits longer, because a slow phone first loads the page's own media. */
const PUBLIC_DELAY = 1_500;
const SIGNED_IN_DELAY = 6_000;

/**
 * Fetches the code of other pages when the page is idle: of the next public page, or of all pages that a participant
 * can open (about 50 kB). Further pages then need a connection only for answers. All participants fetch the same code,
 * so it reveals nothing about groups.
 */
export function usePrefetch(pathname: string): void {
  const { isAuthenticated } = useSession();
  useEffect(() => {
    const next = NEXT[pageOf(pathname) ?? 'end'];
    const pages = isAuthenticated ? PAGE_IDS : next ? [next] : [];
    const timer = setTimeout(
      async () => {
        try {
          // Sequentially, so that the page's own media come first.
          for (const page of pages) {
            await PAGES[page]();
            await loadMessages();
          }
        } catch {
          // A failure is ignored; opening the page retries.
        }
      },
      isAuthenticated ? SIGNED_IN_DELAY : PUBLIC_DELAY,
    );
    return () => clearTimeout(timer);
  }, [pathname, isAuthenticated]);
}
