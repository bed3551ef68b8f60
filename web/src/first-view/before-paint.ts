import { ACCESS_KEY, LINK_KEY, THEME_KEY } from '@/lib/constants';
import { directionOf } from '@/lib/direction';
import { scopeStorage } from './scoped-storage';

/**
 * Runs in the head of every page, before the first paint: gives a study under a path its own storage, sets the language's direction and the reader's theme, and marks the page if a user is
 * signed in (features/signed-in). Stores the query of a recruitment link in case the app never runs on this page,
 * except a query that only selects a language.
 */
export default function beforePaint(): void {
  const root = document.documentElement;
  root.dir = directionOf(root.lang);
  try {
    const { dataset } = root;
    if (dataset.pathId) scopeStorage(dataset.pathId);
    dataset.theme = localStorage.getItem(THEME_KEY) === 'dark' ? 'dark' : 'light';
    if (localStorage.getItem(ACCESS_KEY)) dataset.known = '';
    if (/[?&](?!locale=)./.test(location.search)) sessionStorage.setItem(LINK_KEY, location.search);
  } catch {
    // Without browser storage, the page is shown as on a first visit.
  }
}
