import type { Profile, Scope, Withdrawn } from '@/api/schema';
import { api } from '@/lib/api-client';
import { saveFile } from '@/lib/save-file';
import { setUser } from '@/lib/session';

/** The receipt of a withdrawal, and the study's text for participants who leave. */
export type Left = Withdrawn & { html: string };

export async function saveNames(names: Profile): Promise<void> {
  const failure = 'profile';
  setUser(await api.patch('/api/users/profile', { body: names, failure }));
}

export function withdraw(mode: Scope): Promise<Withdrawn> {
  return api.post('/api/users/withdraw', { body: { mode } });
}

/** Downloads everything that is stored about the participant. */
export async function downloadData(code: string): Promise<void> {
  const data = await api.get('/api/users/data');
  saveFile(`my-data-${code}.json`, 'application/json', JSON.stringify(data, null, 2));
}
