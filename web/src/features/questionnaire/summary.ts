import type { PublicItem } from '@/api/schema';
import type { FieldMessage } from '@/lib/problems';
import type { StudyMessages } from '@/locales/study.en';
import { withQuestion } from '@/ui/error-summary';
import { ordinalsOf } from './ordinals';
import { confidenceOf, sharingOf } from './variables';

type Names = Pick<StudyMessages['questionnaire'], 'confidence' | 'sharing' | 'clip' | 'post'>;

/** What a variable asks for, as it stands on the page. */
function asked(items: readonly PublicItem[], variable: string, w: Names): string {
  const ordinals = ordinalsOf(items, w);
  for (const item of items) {
    // Twelve clips have one and the same question.
    const which = ordinals[item.id] ? `${ordinals[item.id]}: ` : '';
    if (item.id === variable) return which + item.label;
    if (item.kind === 'matrix') {
      const row = item.rows.find(({ id }) => id === variable);
      if (row) return row.label;
    }
    if (item.kind !== 'judgement') continue;
    if (variable === confidenceOf(item.id)) return which + w.confidence;
    if (variable === sharingOf(item.id)) return which + w.sharing;
  }
  return '';
}

/** The lines of the error summary: each error with the question that it is about. */
export function summaryOf(
  items: readonly PublicItem[],
  errors: readonly FieldMessage[],
  w: Names,
): { id: string; message: string }[] {
  return errors.map(({ item, message }) => ({
    id: item,
    message: withQuestion(asked(items, item, w), message),
  }));
}
