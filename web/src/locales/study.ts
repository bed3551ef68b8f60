import { makeTable, useTable } from '@/lib/locale';
import { en, type StudyMessages } from './study.en';

const TABLE = makeTable(en, () => import('./study.de').then((module) => module.de));

/** The messages of the study pages' frames in the reader's language. */
export function useStudyMessages(): StudyMessages {
  return useTable(TABLE);
}
