import type { FieldProblem } from '@/api/schema';
import { messageOf } from '@/lib/problems';
import { messages } from './messages';

/** The message of any error in the reader's language; in English if there is no translation. */
export function errorMessage(error: unknown): string {
  return messages().errorTranslator?.error(error) ?? messageOf(error);
}

/** What is wrong with a field, in the reader's language. */
export function fieldMessage(field: FieldProblem): string {
  return messages().errorTranslator?.field(field) ?? field.message;
}
