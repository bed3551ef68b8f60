import type { PublicItem } from '@/api/schema';
import type { FieldMessage } from '@/lib/problems';
import { withQuestion } from '@/ui/error-summary';
import type { Messages } from './item-kind';
import { kindOf } from './kinds';
import { ordinalsOf } from './ordinals';

/** The question of a variable as the page shows it. */
function questionOf(items: readonly PublicItem[], variable: string, w: Messages): string {
  const item = items.find(
    (one) => one.id === variable || kindOf(one).variables(one).includes(variable),
  );
  if (!item) return '';
  // Several clips can have the same question.
  const ordinal = ordinalsOf(items, w)[item.id];
  const label = kindOf(item).questionOf?.(item, variable, w) ?? item.label;
  return ordinal ? `${ordinal}: ${label}` : label;
}

/** The lines of the error summary: each error with its question. */
export function summaryOf(
  items: readonly PublicItem[],
  errors: readonly FieldMessage[],
  w: Messages,
): { id: string; message: string }[] {
  return errors.map(({ item, message }) => ({
    id: item,
    message: withQuestion(questionOf(items, item, w), message),
  }));
}
