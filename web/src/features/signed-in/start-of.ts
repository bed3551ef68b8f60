import type { User } from '@/api/schema';

/** The first page of a user after signing in. */
export function startOf(user: User): string {
  if (user.role === 'admin') return '/admin';
  return user.consent ? user.currentState : '/consent';
}
