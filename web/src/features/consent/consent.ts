import type { ConsentInput, ConsentTick, StudyConsent, User } from '@/api/types';
import { api } from '@/lib/api-client';
import { setUser } from '@/lib/session';

/** What the form says: every tick with its state. */
export function readTicks(consent: StudyConsent, form: FormData): Record<string, boolean> {
  return Object.fromEntries(consent.ticks.map((tick) => [tick.id, form.has(tick.id)]));
}

/** The small line under a tick, which says first whether it can be left out. */
export function noteOf(tick: ConsentTick, optional: string): string {
  return [tick.required ? '' : optional, tick.note ?? ''].filter(Boolean).join(' ');
}

/** The ticks that taking part needs and that are not set. */
export function missingTicks(consent: StudyConsent, ticks: Record<string, boolean>): ConsentTick[] {
  return consent.ticks.filter((tick) => tick.required && !ticks[tick.id]);
}

/** Records the consent of somebody who is signed in. */
export async function sendConsent(consent: ConsentInput, failure: string): Promise<User> {
  const user = await api.send<User>('POST', '/api/users/consent', consent, { failure });
  setUser(user);
  return user;
}
