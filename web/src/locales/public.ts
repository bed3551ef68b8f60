import { makeTable, useTable } from '@/lib/locale';
import { en, type PublicWords } from './public.en';

const TABLE = makeTable(en, () => import('./public.de').then((module) => module.de));

/** Words of the pages that are open to everybody. */
export function usePublicWords(): PublicWords {
  return useTable(TABLE);
}
