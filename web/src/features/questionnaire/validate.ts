import type { PublicItem } from '@/api/schema';
import type { FieldMessage } from '@/lib/problems';
import type { StudyMessages } from '@/locales/study.en';
import type { Answers } from './answers';
import { complaint, type Say, variablesOf } from './kinds/rules';

/** Says complaints with a table of templates. */
export const sayWith =
  (templates: StudyMessages['complaints']): Say =>
  (complaint, numbers) =>
    fill(templates[complaint], numbers);

/** Puts the numbers into a template. */
function fill(template: string, numbers: { min?: number; max?: number } = {}): string {
  return template
    .replace('{min}', String(numbers.min ?? ''))
    .replace('{max}', String(numbers.max ?? ''));
}

/** Everything that is wrong with the answers to the items shown, in the order of the page. */
export function validate(items: readonly PublicItem[], answers: Answers, say: Say): FieldMessage[] {
  return items.flatMap((item) =>
    variablesOf(item).flatMap((variable) => {
      const message = complaint(item, variable, answers[variable], say);
      return message === undefined ? [] : [{ item: variable, message }];
    }),
  );
}
