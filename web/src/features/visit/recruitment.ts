import { LINK_KEY } from '@/lib/constants';
import { readSessionStore } from '@/lib/session-store';

/**
 * Ids that a recruiter puts into the link (`?PROLIFIC_PID=…`). They are stored for this tab from the
 * first page on, and sent with the registration; the server keeps those that the study names. Under `LINK_KEY`
 * is the query of a page that the reader left before the app ran (first-view/before-paint.ts).
 */
const KEY = 'recruitment';

/** The ids in a query, without parameters of our own. No link is longer than the server takes. */
export function idsIn(query: string): Record<string, string> {
  const found = [...new URLSearchParams(query)].filter(
    ([name, value]) => name !== 'locale' && value !== '',
  );
  return Object.fromEntries(found);
}

/** Stores the ids of the link that brought the reader here. Called once, at start. */
export function storeRecruitment(query: string): void {
  const ids = { ...idsIn(sessionStorage.getItem(LINK_KEY) ?? ''), ...idsIn(query) };
  if (Object.keys(ids).length > 0) sessionStorage.setItem(KEY, JSON.stringify(ids));
}

/** The ids to send, if there are any. */
export const storedRecruitment = () => readSessionStore<Record<string, string>>(KEY);

/** Done with: the registration has them. */
export function forgetRecruitment(): void {
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(LINK_KEY);
}
