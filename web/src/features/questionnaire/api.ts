import type { PublicQuestionnaire } from '@/api/schema';
import { api, localized } from '@/lib/api-client';

/** The three questionnaires, with the path for their answers and the message of a failure. */
export const QUESTIONNAIRES = {
  pre: {
    path: '/api/users/save-pre-questionnaire-answers',
    failure: 'savePre',
  },
  treatment: {
    path: '/api/users/save-treatment-answers',
    failure: 'saveTreatment',
  },
  post: {
    path: '/api/users/save-post-questionnaire-answers',
    failure: 'savePost',
  },
} as const;

export type QuestionnaireName = keyof typeof QUESTIONNAIRES;

export function loadQuestionnaire(
  name: QuestionnaireName,
  signal?: AbortSignal,
): Promise<PublicQuestionnaire> {
  return api.get('/api/questionnaires/{page}', { path: { page: name }, ...localized(), signal });
}
