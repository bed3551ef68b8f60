import { useEffect, useRef } from 'react';
import type { PageId } from './flows';
import { tell } from './track';

/** Records each change of route; `page` is null while there is none. */
export function usePageViews(pathname: string, page: PageId | null): void {
  const before = useRef<PageId | null>(null);
  useEffect(() => {
    if (page === null) return;
    tell('pageViewed', page, pathname, before.current);
    before.current = page;
  }, [pathname, page]);
}
