import type { Practice } from '@/api/schema';
import { api, localized } from '@/lib/api-client';

export function loadPractice(signal?: AbortSignal): Promise<Practice> {
  return api.get('/api/practice', { ...localized(), signal });
}
