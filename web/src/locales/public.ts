import { makeTable, useTable } from '@/lib/locale';
import { en, type PublicMessages } from './public.en';

const TABLE = makeTable(en, () => import('./public.de').then((module) => module.de));

/** Messages of the public pages. */
export function usePublicMessages(): PublicMessages {
  return useTable(TABLE);
}
