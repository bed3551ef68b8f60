import type { Completion, Debrief } from '@/api/schema';
import { api, localized } from '@/lib/api-client';
import { ApiProblem } from '@/lib/problems';

export function loadDebrief(signal?: AbortSignal): Promise<Debrief> {
  return api.get('/api/debrief', { ...localized(), signal });
}

/**
 * The outcome with its code and the link to the recruitment service. Null before the end, for example for the
 * administrator.
 */
export function loadCompletion(signal?: AbortSignal): Promise<Completion> {
  return api.get('/api/users/completion', { ...localized(), signal }).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.code === 'participants_only') return NONE;
    throw error;
  });
}

const NONE: Completion = {
  complete: false,
  code: null,
  returnUrl: null,
  turnedAway: null,
  html: null,
};
