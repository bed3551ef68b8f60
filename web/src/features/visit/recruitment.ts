import { LINK_KEY } from '@/lib/constants';
import { readSessionStore } from '@/lib/session-store';

/**
 * Recruitment IDs in the link (`?PROLIFIC_PID=…`). They are stored for this tab from the
 * first page on, and sent with the registration; the server keeps those that the study names. Under `LINK_KEY`
 * is the query of a page that the reader left before the app ran (first-view/before-paint.ts).
 */
const KEY = 'recruitment';

/** The key of this visit, the same for each repeat of the call that opens an account by its link. */
export const ATTEMPT_KEY = 'recruitment_attempt';

/** The recruitment IDs in a query, without the app's own parameters. No link is longer than the server accepts. */
export function idsIn(query: string): Record<string, string> {
  const found = [...new URLSearchParams(query)].filter(
    ([name, value]) => name !== 'locale' && value !== '',
  );
  return Object.fromEntries(found);
}

/** Stores the IDs of the link that the visitor opened. Called once, at start. */
export function storeRecruitment(query: string): void {
  const ids = { ...idsIn(sessionStorage.getItem(LINK_KEY) ?? ''), ...idsIn(query) };
  if (Object.keys(ids).length > 0) sessionStorage.setItem(KEY, JSON.stringify(ids));
}

/** The IDs to send, if there are any. */
export const storedRecruitment = () => readSessionStore<Record<string, string>>(KEY);

/** Deletes the IDs after registration. */
export function forgetRecruitment(): void {
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(ATTEMPT_KEY);
  sessionStorage.removeItem(LINK_KEY);
}
