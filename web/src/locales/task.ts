import { makeTable, useTable } from '@/lib/locale';
import { en, type TaskWords } from './task.en';

const TABLE = makeTable(en, () => import('./task.de').then((module) => module.de));

/** The words of the tasks in the reader's language. */
export function useTaskWords(): TaskWords {
  return useTable(TABLE);
}
