import type { Consent } from '@/api/schema';
import { readSessionStore } from '@/lib/session-store';

/**
 * The consent of a visitor without an account. Stored for this tab only, so that the next person on a shared computer
 * does not register with it.
 */
const KEY = 'consent';

export function storeConsent(consent: Consent): void {
  sessionStorage.setItem(KEY, JSON.stringify(consent));
}

export const storedConsent = () => readSessionStore<Consent>(KEY);

export function forgetConsent(): void {
  sessionStorage.removeItem(KEY);
}
