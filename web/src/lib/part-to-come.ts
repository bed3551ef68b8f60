import type { User } from '@/api/schema';

/** Whether a later part of the study can still be begun, now or when it opens. Until then, there are no results. */
export function isPartToCome({ waves }: User): boolean {
  return waves?.some(({ state }) => state === 'waiting' || state === 'open') ?? false;
}
