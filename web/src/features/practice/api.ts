import type { PracticeReply } from '@/api/types';
import { api, localized } from '@/lib/api-client';

export function loadPractice(signal?: AbortSignal): Promise<PracticeReply> {
  return api.get<PracticeReply>(localized('/api/practice'), { signal });
}
