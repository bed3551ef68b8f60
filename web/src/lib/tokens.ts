import type { Tokens } from '@/api/types';
import { ACCESS_KEY, REFRESH_KEY } from './constants';

/** The tokens live in local storage and nowhere else, so that all tabs agree. */
export function accessToken(): string | null {
  return localStorage.getItem(ACCESS_KEY);
}

export function refreshToken(): string | null {
  return localStorage.getItem(REFRESH_KEY);
}

export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(REFRESH_KEY, tokens.refresh_token);
  // Last: other tabs take this write as the sign that the pair is complete.
  localStorage.setItem(ACCESS_KEY, tokens.access_token);
}

export function clearTokens(): void {
  localStorage.removeItem(ACCESS_KEY);
  localStorage.removeItem(REFRESH_KEY);
}
