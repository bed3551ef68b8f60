import type { User } from '@/api/schema';
import { setUser } from '@/lib/session';
import { storeTokens } from '@/lib/tokens';
import { participant } from './fixtures';

/** Signs a user in, without a server. */
export function signIn(user: Partial<User> = participant): void {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  setUser(user as User);
}
