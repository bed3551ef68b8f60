import type { Page } from '@playwright/test';

/** A page that was shown, as the browser itself tells. */
export interface Visit {
  path: string;
  /** The document was loaded; otherwise the app went there by itself. */
  loaded: boolean;
}

/** Writes down every page that is shown from now on. A change of the address's rest is none. */
export function visitsOf(page: Page): Visit[] {
  const visits: Visit[] = [];
  let loading = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loading = true;
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || !frame.url().startsWith('http')) return;
    const path = new URL(frame.url()).pathname;
    if (loading || path !== visits.at(-1)?.path) visits.push({ path, loaded: loading });
    loading = false;
  });
  return visits;
}
