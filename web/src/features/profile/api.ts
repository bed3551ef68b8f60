import type { Profile, WithdrawalMode, WithdrawalReply } from '@/api/schema';
import { api, localized } from '@/lib/api-client';
import { saveFile } from '@/lib/save-file';
import { session, setUser } from '@/lib/session';

export async function saveNames(names: Profile): Promise<void> {
  const failure = 'profile';
  const user = await api.patch('/api/users/profile', { body: names, failure });
  // The reply names later parts in the language of the registration.
  const waves = session().user?.waves;
  setUser({ ...user, ...(waves && { waves }) });
}

/** The receipt, and the study's text for participants who leave. */
export function withdraw(mode: WithdrawalMode): Promise<WithdrawalReply> {
  return api.post('/api/users/withdraw', { body: { mode }, ...localized() });
}

/** Downloads everything that is stored about the participant. */
export async function downloadData(code: string): Promise<void> {
  const data = await api.get('/api/users/data');
  saveFile(`my-data-${code}.json`, 'application/json', JSON.stringify(data, null, 2));
}
