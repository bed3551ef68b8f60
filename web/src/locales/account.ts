import { makeTable, useTable } from '@/lib/locale';
import { type AccountMessages, en } from './account.en';

const TABLE = makeTable(en, () => import('./account.de').then((module) => module.de));

/** The messages of the participant's own pages in the reader's language. */
export function useAccountMessages(): AccountMessages {
  return useTable(TABLE);
}
