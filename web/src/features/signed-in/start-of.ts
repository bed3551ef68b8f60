import type { User } from '@/api/schema';

/** The page that a user starts on after signing in. */
export function startOf(user: User): string {
  if (user.role === 'admin') return '/admin';
  return user.consent ? user.currentState : '/consent';
}
