import { useEffect } from 'react';
import { loadWords } from '@/lib/locale';
import { useSession } from '@/lib/session';
import { PAGES } from './pages';
import { type PageId, pageOf } from './paths';

/** Where one usually goes from a public page. */
const NEXT: Partial<Record<PageId, PageId>> = {
  landing: 'consent',
  consent: 'auth',
  auth: 'preQuestionnaire',
};

const CALM = 1_500;

/** The page that comes next: the participant's own, or the next of the public ones. */
function nextPage(pathname: string, position: string | undefined): PageId | undefined {
  const here = pageOf(pathname);
  if (here === null) return undefined;
  const own = position === undefined ? null : pageOf(position);
  return own !== null && own !== here ? own : NEXT[here];
}

async function fetchPage(page: PageId): Promise<void> {
  try {
    await PAGES[page]();
    await loadWords();
  } catch {
    // Means nothing: going there fetches it again.
  }
}

/** Fetches the code of the next page when the present one has come to rest. */
export function usePrefetch(pathname: string): void {
  const position = useSession().user?.currentState;
  useEffect(() => {
    const next = nextPage(pathname, position);
    const timer = setTimeout(async () => {
      if (next !== undefined) await fetchPage(next);
      // Signing out leads there, even without a connection.
      if (position !== undefined) await fetchPage('landing');
    }, CALM);
    return () => clearTimeout(timer);
  }, [pathname, position]);
}
