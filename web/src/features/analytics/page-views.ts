import { useEffect, useRef } from 'react';
import type { Words } from '@/locales/en';
import { en } from '@/locales/en';
import { track } from './track';

type PageId = keyof Words['pages'];

/** Ids in a path say which question; the page is what counts. */
const NAMES = en.pages;

/** Records each change of route under the page's friendly name, and what it means on some pages. */
export function usePageViews(pathname: string, page: PageId | null): void {
  const before = useRef<PageId | null>(null);
  useEffect(() => {
    if (page === null) return;
    const from = before.current;
    before.current = page;
    if (from === 'dashboard' && page !== 'dashboard') {
      track('Dashboard Action', { action: NAMES[page] });
    }
    track('Page Viewed', { page: NAMES[page], path: pathname });
    if (page === 'dashboard') track('Dashboard Viewed', {});
    if (page === 'profile') track('Profile Viewed', {});
  }, [pathname, page]);
}
