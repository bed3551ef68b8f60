import type { User } from '@/api/schema';

/** Where somebody who is signed in belongs. */
export function startOf(user: User): string {
  if (user.role === 'admin') return '/admin';
  return user.consent ? user.currentState : '/consent';
}
