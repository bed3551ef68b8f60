import type { ConsentInput } from '@/api/types';

/**
 * The consent of somebody who has no account yet. Kept for this tab only: on a shared computer the
 * next person must not register with it.
 */
const KEY = 'consent';

export function keepConsent(consent: ConsentInput): void {
  sessionStorage.setItem(KEY, JSON.stringify(consent));
}

export function keptConsent(): ConsentInput | undefined {
  const text = sessionStorage.getItem(KEY);
  return text ? (JSON.parse(text) as ConsentInput) : undefined;
}

export function forgetConsent(): void {
  sessionStorage.removeItem(KEY);
}
