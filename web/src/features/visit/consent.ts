import type { Consent } from '@/api/schema';
import { kept } from '@/lib/kept';

/**
 * The consent of somebody who has no account yet. Kept for this tab only: on a shared computer the
 * next person must not register with it.
 */
const KEY = 'consent';

export function keepConsent(consent: Consent): void {
  sessionStorage.setItem(KEY, JSON.stringify(consent));
}

export const keptConsent = () => kept<Consent>(KEY);

export function forgetConsent(): void {
  sessionStorage.removeItem(KEY);
}
