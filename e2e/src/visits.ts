import type { Page } from '@playwright/test';

/** A page that was shown, recorded by the browser. */
export interface Visit {
  path: string;
  /** Whether the document was loaded, or the app navigated. */
  loaded: boolean;
}

/** Records every page that is shown from now on. Other changes of the address do not count. */
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
