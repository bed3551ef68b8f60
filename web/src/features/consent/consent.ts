import type { Consent, PublicConsent, PublicTick, User } from '@/api/schema';
import { api } from '@/lib/api-client';
import { setUser } from '@/lib/session';

/** All consent statements of the form, with their state. */
export function readTicks(consent: PublicConsent, form: FormData): Record<string, boolean> {
  return Object.fromEntries(consent.ticks.map((tick) => [tick.id, form.has(tick.id)]));
}

/** The note under a consent statement, which begins with whether it is optional. */
export function noteOf(tick: PublicTick, optional: string): string {
  return [tick.required ? '' : optional, tick.note ?? ''].filter(Boolean).join(' ');
}

/** The required consent statements that are not ticked. */
export function missingTicks(consent: PublicConsent, ticks: Record<string, boolean>): PublicTick[] {
  return consent.ticks.filter((tick) => tick.required && !ticks[tick.id]);
}

/** Records the consent of a signed-in user. */
export async function sendConsent(consent: Consent): Promise<User> {
  const user = await api.post('/api/users/consent', {
    body: consent,
    failure: 'consent',
  });
  setUser(user);
  return user;
}
