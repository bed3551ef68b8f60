import { makeTable, useTable } from '@/lib/locale';
import { type ConsoleWords, en } from './console.en';

const TABLE = makeTable(en, () => import('./console.de').then((module) => module.de));

/** The words of the researcher's console in the reader's language. */
export function useConsoleWords(): ConsoleWords {
  return useTable(TABLE);
}
