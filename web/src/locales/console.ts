import { makeTable, useTable } from '@/lib/locale';
import { type ConsoleMessages, en } from './console.en';

const TABLE = makeTable(en, () => import('./console.de').then((module) => module.de));

/** The messages of the researcher's console in the reader's language. */
export function useConsoleMessages(): ConsoleMessages {
  return useTable(TABLE);
}
