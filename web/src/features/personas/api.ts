import type { PersonaCard, PersonaPosts } from '@/api/schema';
import { api, localized } from '@/lib/api-client';

export function loadPersonas(signal?: AbortSignal): Promise<PersonaCard[]> {
  const failure = 'personas';
  return api.get('/api/personas', { ...localized(), signal, failure });
}

export function loadPersona(id: string, signal?: AbortSignal): Promise<PersonaCard> {
  const failure = 'persona';
  return api.get('/api/personas/{id}', { path: { id }, ...localized(), signal, failure });
}

export function loadPosts(id: string, signal?: AbortSignal): Promise<PersonaPosts> {
  const failure = 'flowBPosts';
  return api.get('/api/personas/{id}/flow-b', { path: { id }, ...localized(), signal, failure });
}
