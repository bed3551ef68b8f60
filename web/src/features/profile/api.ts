import { api } from '@/lib/api-client';
import { saveFile } from '@/lib/save-file';
import { setUser } from '@/lib/session';

export interface Names {
  firstName: string;
  lastName: string;
}

/** What happens to the answers after a withdrawal. */
export type WithdrawalMode = 'keep' | 'erase';

/** The proof of having withdrawn. */
export interface WithdrawalReceipt {
  receipt: string;
  at: string;
  mode: WithdrawalMode;
}

/** The receipt, and what the study says to those who leave. */
export type Left = WithdrawalReceipt & { html: string };

export async function saveNames(names: Names): Promise<void> {
  const failure = 'Failed to update profile';
  setUser(await api.patch('/api/users/profile', { body: names, failure }));
}

export function withdraw(mode: WithdrawalMode): Promise<WithdrawalReceipt> {
  return api.post('/api/users/withdraw', { body: { mode } });
}

/** Downloads everything that is stored about the participant. */
export async function downloadData(code: string): Promise<void> {
  const data = await api.get('/api/users/data');
  saveFile(`my-data-${code}.json`, 'application/json', JSON.stringify(data, null, 2));
}
