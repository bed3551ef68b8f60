import { ACCESS_KEY, LINK_KEY, THEME_KEY } from '@/lib/constants';

/**
 * Runs in the head of every page, before the first paint: sets the reader's theme, and marks the page if
 * a user is signed in (features/signed-in). Stores the query of a recruitment link in case the app never
 * runs on this page; a query that only chooses a language is none.
 */
export default function beforePaint(): void {
  try {
    const { dataset } = document.documentElement;
    dataset.theme = localStorage.getItem(THEME_KEY) === 'dark' ? 'dark' : 'light';
    if (localStorage.getItem(ACCESS_KEY)) dataset.known = '';
    if (/[?&](?!locale=)./.test(location.search)) sessionStorage.setItem(LINK_KEY, location.search);
  } catch {
    // A browser without storage: the page is as for a first visit.
  }
}
