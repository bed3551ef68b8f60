import type { Tokens } from '@/api/schema';
import { ACCESS_KEY, REFRESH_KEY } from './constants';

/** The tokens are stored only in local storage, so that all tabs agree. */
export function accessToken(): string | null {
  return localStorage.getItem(ACCESS_KEY);
}

export function refreshToken(): string | null {
  return localStorage.getItem(REFRESH_KEY);
}

/**
 * Other tabs may be other processes, which see one write before the next. The new access token with the old refresh
 * token is safe: the first is valid, and a refresh returns the same pair again. In the reverse order they would refresh
 * again, and this tab's new token would become invalid.
 */
export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(ACCESS_KEY, tokens.access_token);
  localStorage.setItem(REFRESH_KEY, tokens.refresh_token);
}

export function clearTokens(): void {
  localStorage.removeItem(ACCESS_KEY);
  localStorage.removeItem(REFRESH_KEY);
}
