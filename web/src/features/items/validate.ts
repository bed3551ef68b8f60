import type { PublicItem } from '@/api/schema';
import type { FieldMessage } from '@/lib/problems';
import type { StudyMessages } from '@/locales/study.en';
import { isEmpty } from './condition';
import type { Answers, Translate } from './item-kind';
import { kindOf } from './kinds';

/** Translates validation messages with a table of templates. */
export const translateWith =
  (templates: StudyMessages['validationMessages']): Translate =>
  (message, numbers = {}) =>
    templates[message]
      .replace('{min}', String(numbers.min ?? ''))
      .replace('{max}', String(numbers.max ?? ''));

/** Everything that is wrong with the answers to the items shown, in the order of the page. */
export function validate(
  items: readonly PublicItem[],
  answers: Answers,
  translate: Translate,
): FieldMessage[] {
  return items.flatMap((item) => {
    const kind = kindOf(item);
    if ('checkAll' in kind) return error(item.id, kind.checkAll(item, answers, translate));
    return kind.variables(item).flatMap((variable) => {
      const answer = answers[variable];
      if (answer === undefined || isEmpty(answer)) {
        return item.required ? error(variable, kind.missing(item, translate, variable)) : [];
      }
      return kind.check === true ? [] : error(variable, kind.check(item, answer, translate));
    });
  });
}

function error(item: string, message: string | undefined): FieldMessage[] {
  return message === undefined ? [] : [{ item, message }];
}
