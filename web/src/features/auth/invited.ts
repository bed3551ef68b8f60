import type { User } from '@/api/schema';
import { api } from '@/lib/api-client';
import { signedIn } from '@/lib/session';

const invited = (token: string) =>
  api.get('/api/auth/invitation', { query: { token }, open: true });

/** Fills in the username of the participant to whom an e-mail with this token was sent. */
export async function fillUsername(token: string): Promise<void> {
  fill((await invited(token)).username);
}

/** Signs in by the e-mail if the account has no password; otherwise the form asks for it. */
export async function byInvitation(token: string): Promise<(() => Promise<User>) | undefined> {
  const { username, passwordless } = await invited(token);
  if (passwordless) return () => accept(token);
  fill(username);
}

async function accept(token: string): Promise<User> {
  const call = { body: { token }, open: true, failure: 'login' } as const;
  return signedIn(await api.post('/api/auth/invitation', call));
}

function fill(username: string): void {
  const field = document.querySelector<HTMLInputElement>('input[name=username]');
  if (field && field.value === '') field.value = username;
}
