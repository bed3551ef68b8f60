import { makeTable, useTable, wordsOf } from '@/lib/locale';
import { en, type Messages } from './en';

const TABLE = makeTable(en, () => import('./de').then((module) => module.de));

/** The interface's own messages in the reader's language. */
export function useMessages(): Messages {
  return useTable(TABLE);
}

/** The same outside a component. */
export function messages(): Messages {
  return wordsOf(TABLE);
}
