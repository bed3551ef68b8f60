import type { Tokens } from '@/api/schema';
import { ACCESS_KEY, REFRESH_KEY } from './constants';

/** The tokens live in local storage and nowhere else, so that all tabs agree. */
export function accessToken(): string | null {
  return localStorage.getItem(ACCESS_KEY);
}

export function refreshToken(): string | null {
  return localStorage.getItem(REFRESH_KEY);
}

/**
 * Other tabs may be other processes, which hear of one write before the next. With the new access token and the old
 * refresh token they are well off: they use the first, and the second gets the same pair once more. The other way
 * round they would refresh what was just refreshed, and this tab's new token would be worth nothing.
 */
export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(ACCESS_KEY, tokens.access_token);
  localStorage.setItem(REFRESH_KEY, tokens.refresh_token);
}

export function clearTokens(): void {
  localStorage.removeItem(ACCESS_KEY);
  localStorage.removeItem(REFRESH_KEY);
}
