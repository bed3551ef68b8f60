import { api } from '@/lib/api-client';
import { clearTokens } from '@/lib/tokens';
import { INSTALLATION_PAGES } from './pages';

/** Signs a person of the installation out. Also works without a connection; the session on the server then expires. */
export async function signOutPerson(): Promise<void> {
  await api.post('/api/installation/logout', { keepalive: true }).catch(() => {});
  clearTokens();
  window.location.assign(INSTALLATION_PAGES.studies);
}
