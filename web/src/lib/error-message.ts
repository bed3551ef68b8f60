import type { FieldProblem } from '@/api/schema';
import { messageOf } from './problems';
import { words } from './words';

/** The message of any error in the reader's language; in English if there is no translation. */
export function errorMessage(error: unknown): string {
  return words().errorTranslator?.error(error) ?? messageOf(error);
}

/** What is wrong with a field, in the reader's language. */
export function fieldMessage(field: FieldProblem): string {
  return words().errorTranslator?.field(field) ?? field.message;
}
