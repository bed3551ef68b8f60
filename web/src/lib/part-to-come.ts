import type { LaterPart, User } from '@/api/schema';

/** Whether a later part of the study can still be begun, now or when it opens. */
export const isToCome = ({ state }: LaterPart) => state === 'waiting' || state === 'open';

/** Whether any later part can still be begun. Until then, there are no results. */
export function isPartToCome({ waves }: User): boolean {
  return waves?.some(isToCome) ?? false;
}
