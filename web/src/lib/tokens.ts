import type { Tokens } from '@/api/schema';
import { ACCESS_KEY, PERSON_KEY, PERSON_REFRESH_KEY, REFRESH_KEY } from './constants';
import { pagePath } from './site';

/** Who uses the page: a participant, or a person of the installation, who works with several studies. */
type Keys = { access: string; refresh: string; path: string; signIn: string };

const STUDY: Keys = {
  access: ACCESS_KEY,
  refresh: REFRESH_KEY,
  path: '/api/auth/refresh',
  signIn: '/auth',
};
const PERSON: Keys = {
  access: PERSON_KEY,
  refresh: PERSON_REFRESH_KEY,
  path: '/api/installation/refresh',
  signIn: '/console',
};

/**
 * The keys of this page. The pages of the installation are for people alone; in the console of a study, its own
 * administrator comes first.
 */
function keys(): Keys {
  const path = pagePath();
  if (path.startsWith('/console')) return PERSON;
  const isConsole = path.startsWith('/admin') && localStorage.getItem(ACCESS_KEY) === null;
  return isConsole && localStorage.getItem(PERSON_KEY) !== null ? PERSON : STUDY;
}

/** The tokens are stored only in local storage, so that all tabs agree. */
export function accessToken(): string | null {
  return localStorage.getItem(keys().access);
}

export function refreshToken(): string | null {
  return localStorage.getItem(keys().refresh);
}

/** The call that exchanges the refresh token. */
export const refreshPath = () => keys().path;

/** Where a person signs in who is not a participant of this study; null for participants. */
export const personSignIn = () => (keys() === PERSON ? PERSON.signIn : null);

/**
 * Other tabs may be other processes, which see one write before the next. The new access token with the old refresh
 * token is safe: the first is valid, and a refresh returns the same pair again. In the reverse order they would refresh
 * again, and this tab's new token would become invalid.
 */
export function storeTokens(tokens: Tokens): void {
  const { access, refresh } = keys();
  localStorage.setItem(access, tokens.access_token);
  localStorage.setItem(refresh, tokens.refresh_token);
}

export function clearTokens(): void {
  const { access, refresh } = keys();
  localStorage.removeItem(access);
  localStorage.removeItem(refresh);
}
