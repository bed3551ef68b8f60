import type { PublicItem } from '@/api/schema';
import type { FieldMessage } from '@/lib/problems';
import { withQuestion } from '@/ui/error-summary';
import type { Words } from './item-kind';
import { kindOf } from './kinds';
import { ordinalsOf } from './ordinals';

/** The question of a variable, as it is on the page. */
function asked(items: readonly PublicItem[], variable: string, w: Words): string {
  const item = items.find(
    (one) => one.id === variable || kindOf(one).variables(one).includes(variable),
  );
  if (!item) return '';
  // Twelve clips have one and the same question.
  const ordinal = ordinalsOf(items, w)[item.id];
  const label = kindOf(item).asks?.(item, variable, w) ?? item.label;
  return ordinal ? `${ordinal}: ${label}` : label;
}

/** The lines of the error summary: each error with the question that it is about. */
export function summaryOf(
  items: readonly PublicItem[],
  errors: readonly FieldMessage[],
  w: Words,
): { id: string; message: string }[] {
  return errors.map(({ item, message }) => ({
    id: item,
    message: withQuestion(asked(items, item, w), message),
  }));
}
