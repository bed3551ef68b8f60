import { api } from '@/lib/api-client';

/** Fills in the username of the participant to whom an e-mail with this token was sent. */
export async function fillUsername(token: string): Promise<void> {
  const { username } = await api.get('/api/auth/invitation', { query: { token }, open: true });
  const field = document.querySelector<HTMLInputElement>('input[name=username]');
  if (field && field.value === '') field.value = username;
}
