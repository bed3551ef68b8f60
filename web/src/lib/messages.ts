import { en, type Messages } from '@/locales/en';
import { makeTable, useTable, wordsOf } from './locale';

const TABLE = makeTable(en, () => import('@/locales/de').then((module) => module.de));

/** The words of the frame around all pages, in the reader's language. */
export function useMessages(): Messages {
  return useTable(TABLE);
}

/** The same outside a component. */
export function messages(): Messages {
  return wordsOf(TABLE);
}
