import { api } from '@/lib/api-client';
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
  const failure = 'profile';
  setUser(await api.patch('/api/users/profile', { body: names, failure }));
}

export function withdraw(mode: WithdrawalMode): Promise<WithdrawalReceipt> {
  return api.post('/api/users/withdraw', { body: { mode } });
}

/** Gives the participant everything that is stored about them, as a file. */
export async function downloadData(code: string): Promise<void> {
  const data = await api.get('/api/users/data');
  const text = JSON.stringify(data, null, 2);
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `my-data-${code}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
