import type { DebriefReply } from '@/api/types';
import { api, localized } from '@/lib/api-client';
import { ApiProblem } from '@/lib/problems';

/** The code and the way back, on the last page only. */
export interface Completion {
  complete: boolean;
  code: string | null;
  returnUrl: string | null;
}

export function loadDebrief(signal?: AbortSignal): Promise<DebriefReply> {
  return api.get<DebriefReply>(localized('/api/debrief'), { signal });
}

/** None for whoever has not finished, such as the administrator who only looks. */
export function loadCompletion(signal?: AbortSignal): Promise<Completion> {
  return api.get<Completion>('/api/users/completion', { signal }).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.code === 'forbidden') return NONE;
    throw error;
  });
}

const NONE: Completion = { complete: false, code: null, returnUrl: null };
