import type { PublicItem } from '@/api/schema';
import { formatDay } from '@/lib/format';
import type { FieldMessage } from '@/lib/problems';
import type { StudyMessages } from '@/locales/study.en';
import { isEmpty } from './condition';
import type { Answer, Answers, Translate } from './item-kind';
import { kindOf } from './kinds';

/** Translates validation messages with a table of templates. */
export const translateWith =
  (templates: StudyMessages['validationMessages']): Translate =>
  (code, params = {}) =>
    templates[code].replace(/\{(\w+)\}/g, (_, name) => shown(params[name]));

/** The value of a placeholder as people write it. */
function shown(value: unknown): string {
  const day = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  return day ? formatDay(value) : String(value ?? '');
}

/** All errors in the answers to the shown items, in the order of the page. */
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

/** The valid answers to an item. If its variables are validated together, all or none. */
export function validAnswers(item: PublicItem, answers: Answers): Answers {
  const kind = kindOf(item);
  const errors = validate([item], answers, (message) => message).map((error) => error.item);
  if ('checkAll' in kind && errors.length > 0) return {};
  const valid: Record<string, Answer> = {};
  for (const variable of kind.variables(item)) {
    const answer = answers[variable];
    if (answer !== undefined && !errors.includes(variable)) valid[variable] = answer;
  }
  return valid;
}

function error(item: string, message: string | undefined): FieldMessage[] {
  return message === undefined ? [] : [{ item, message }];
}
