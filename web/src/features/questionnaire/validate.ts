import type { PublicItem } from '@/api/schema';
import type { FieldMessage } from '@/lib/problems';
import type { StudyMessages } from '@/locales/study.en';
import { type Answer, type Answers, isEmpty, variablesOf } from './answers';

/** The server's complaints, word for word: the same templates are the keys of their translations. */
type Complaint = keyof StudyMessages['complaints'];

/** Translates a validation error to the participant's language. */
export type Say = (complaint: Complaint, numbers?: { min?: number; max?: number }) => string;

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
      const message = check(item, variable, answers[variable], say);
      return message === undefined ? [] : [{ item: variable, message }];
    }),
  );
}

function check(
  item: PublicItem,
  variable: string,
  answer: Answer | undefined,
  say: Say,
): string | undefined {
  if (answer === undefined || isEmpty(answer)) {
    return item.required ? missing(item, variable, say) : undefined;
  }
  switch (item.kind) {
    case 'multiple':
      return checkMany(item, answer, say);
    case 'number':
      return checkNumber(item, answer) ? undefined : missing(item, variable, say);
    case 'text':
      return checkWords(item, String(answer), say);
    case 'date':
      return checkDay(item, String(answer)) ? undefined : say('day');
    default:
      // Radios and sliders can't hold a value that was not offered.
      return undefined;
  }
}

function missing(item: PublicItem, variable: string, say: Say): string {
  switch (item.kind) {
    case 'multiple':
      return say('chooseMin', { min: Math.max(1, item.min ?? 1) });
    case 'likert':
    case 'matrix':
    case 'confidence':
      return say('choosePoint');
    case 'judgement':
      return say(variable === item.id ? 'chooseOne' : 'choosePoint');
    case 'slider':
      return say('setSlider', item);
    case 'number':
      return wantedNumber(item, say);
    case 'text':
      return say('enter');
    case 'date':
      return say('day');
    default:
      return say('chooseOne');
  }
}

type Of<Kind extends PublicItem['kind']> = Extract<PublicItem, { kind: Kind }>;

function wantedNumber({ min, max, integer }: Of<'number'>, say: Say): string {
  if (isNumber(min) && isNumber(max)) {
    return say(integer ? 'wholeRange' : 'range', { min, max });
  }
  if (isNumber(min)) {
    return say('atLeast', { min });
  }
  if (isNumber(max)) {
    return say('atMost', { max });
  }
  return say(integer ? 'whole' : 'number');
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number';
}

function checkNumber({ min, max, integer }: Of<'number'>, answer: Answer): boolean {
  return (
    typeof answer === 'number' &&
    (!isNumber(min) || answer >= min) &&
    (!isNumber(max) || answer <= max) &&
    (!integer || Number.isSafeInteger(answer))
  );
}

function checkMany(item: Of<'multiple'>, answer: Answer, say: Say): string | undefined {
  const chosen = Array.isArray(answer) ? answer : [];
  const found = item.options.filter((option) => chosen.includes(option.value));
  const alone = found.some((option) => option.exclusive);
  const min = item.min ?? (item.required ? 1 : 0);
  const max = item.max ?? item.options.length;
  if (alone && found.length > 1) {
    return say('chooseAlone');
  }
  // "None of these" is a whole answer, however many are asked for.
  if (!alone && found.length < min) {
    return say('chooseMin', { min });
  }
  return found.length > max ? say('chooseMax', { max }) : undefined;
}

function checkWords(item: Of<'text'>, words: string, say: Say): string | undefined {
  const refused = item.long ? /(?![\n\r\t])\p{Cc}/u : /\p{Cc}/u;
  if (refused.test(words)) {
    return say('plain');
  }
  // Characters as the server counts them, not UTF-16 units: an emoji is one.
  const length = [...words].length;
  if (length > item.maxLength) {
    return say('shorter', { max: item.maxLength });
  }
  const min = item.minLength ?? 0;
  return length < min ? say('longer', { min }) : undefined;
}

function checkDay({ min, max }: Of<'date'>, day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  const real =
    /^\d{4}-\d\d-\d\d$/.test(day) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(day);
  return real && (!min || day >= min) && (!max || day <= max);
}
