import { makeTable, useTable } from '@/lib/locale';
import { en, type TaskMessages } from './task.en';

const TABLE = makeTable(en, () => import('./task.de').then((module) => module.de));

/** The messages of the tasks in the reader's language. */
export function useTaskMessages(): TaskMessages {
  return useTable(TABLE);
}
