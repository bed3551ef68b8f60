import type { Consent } from '@/api/schema';
import { readSessionStore } from '@/lib/session-store';

/**
 * The consent of a visitor who has no account yet. Stored for this tab only: on a shared computer the next
 * person must not register with it.
 */
const KEY = 'consent';

export function storeConsent(consent: Consent): void {
  sessionStorage.setItem(KEY, JSON.stringify(consent));
}

export const storedConsent = () => readSessionStore<Consent>(KEY);

export function forgetConsent(): void {
  sessionStorage.removeItem(KEY);
}
