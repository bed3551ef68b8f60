import type { FlowBReply, PersonaEntry } from '@/api/types';
import { api, localized } from '@/lib/api-client';

const at = (id: string) => `/api/personas/${encodeURIComponent(id)}`;

export function loadPersonas(signal?: AbortSignal): Promise<PersonaEntry[]> {
  const failure = 'Failed to fetch personas';
  return api.get<PersonaEntry[]>(localized('/api/personas'), { signal, failure });
}

export function loadPersona(id: string, signal?: AbortSignal): Promise<PersonaEntry> {
  const failure = 'Failed to fetch persona';
  return api.get<PersonaEntry>(localized(at(id)), { signal, failure });
}

export function loadPosts(id: string, signal?: AbortSignal): Promise<FlowBReply> {
  const failure = 'Failed to fetch Flow B posts';
  return api.get<FlowBReply>(localized(`${at(id)}/flow-b`), { signal, failure });
}

/** What completing a persona is sent as. */
export function completion(id: string) {
  return {
    path: `/api/users/complete-persona/${encodeURIComponent(id)}`,
    body: {},
    failure: 'Failed to mark persona as completed',
  };
}
