import type { PublicItem } from '@/api/schema';
import type { StudyMessages } from '@/locales/study.en';
import type { Answer } from '../answers';
import { isEmpty } from '../condition';
import type { Kind } from '../item-props';
import { confidenceOf, sharingOf } from '../variables';

/** The server's complaints, word for word: the same templates are the keys of their translations. */
type Complaint = keyof StudyMessages['complaints'];

/** Says a complaint in the participant's language. */
export type Say = (complaint: Complaint, numbers?: { min?: number; max?: number }) => string;

type Of<K extends Kind> = Extract<PublicItem, { kind: K }>;

/** What the server's `crates/study/src/items` says of each kind, for the browser. */
interface Rules<K extends Kind> {
  /** The variables that an item gives, in the definition's order. */
  variables: (item: Of<K>) => string[];
  /** What is said where a required answer is missing. */
  missing: (item: Of<K>, say: Say, variable: string) => string;
  /** What is wrong with an answer that is there; `true` if its control can't hold a value that was not offered. */
  check: true | ((item: Of<K>, answer: Answer, say: Say) => string | undefined);
}

const own = (item: PublicItem): string[] => [item.id];
const choosePoint = (_: PublicItem, say: Say): string => say('choosePoint');

/** One entry per kind; a new kind breaks the build here until it has one. */
const RULES: { [K in Kind]: Rules<K> } = {
  single: { variables: own, missing: (_, say) => say('chooseOne'), check: true },
  multiple: {
    variables: own,
    missing: (item, say) => say('chooseMin', { min: Math.max(1, item.min ?? 1) }),
    check: checkMany,
  },
  likert: { variables: own, missing: choosePoint, check: true },
  confidence: { variables: own, missing: choosePoint, check: true },
  matrix: {
    variables: (item) => item.rows.map((row) => row.id),
    missing: choosePoint,
    check: true,
  },
  slider: { variables: own, missing: (item, say) => say('setSlider', item), check: true },
  number: { variables: own, missing: wantedNumber, check: checkNumber },
  text: { variables: own, missing: (_, say) => say('enter'), check: checkWords },
  date: { variables: own, missing: (_, say) => say('day'), check: checkDay },
  judgement: {
    variables: (item) => [
      item.id,
      ...(item.confidence ? [confidenceOf(item.id)] : []),
      ...(item.sharing ? [sharingOf(item.id)] : []),
    ],
    missing: (item, say, variable) => say(variable === item.id ? 'chooseOne' : 'choosePoint'),
    check: true,
  },
  information: { variables: () => [], missing: () => '', check: true },
};

// The table holds each kind's rules under the kind that they take.
const rulesOf = (item: PublicItem) => RULES[item.kind] as Rules<Kind>;

/** The variables that an item gives, in the definition's order. */
export function variablesOf(item: PublicItem): string[] {
  return rulesOf(item).variables(item);
}

/** What is wrong with the answer to one variable of an item; nothing if it is valid. */
export function complaint(
  item: PublicItem,
  variable: string,
  answer: Answer | undefined,
  say: Say,
): string | undefined {
  const { check, missing } = rulesOf(item);
  if (answer === undefined || isEmpty(answer)) {
    return item.required ? missing(item, say, variable) : undefined;
  }
  return check === true ? undefined : check(item, answer, say);
}

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

function checkNumber(item: Of<'number'>, answer: Answer, say: Say): string | undefined {
  const { min, max, integer } = item;
  const fits =
    typeof answer === 'number' &&
    (!isNumber(min) || answer >= min) &&
    (!isNumber(max) || answer <= max) &&
    (!integer || Number.isSafeInteger(answer));
  return fits ? undefined : wantedNumber(item, say);
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

function checkWords(item: Of<'text'>, answer: Answer, say: Say): string | undefined {
  const words = String(answer);
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

function checkDay({ min, max }: Of<'date'>, answer: Answer, say: Say): string | undefined {
  const day = String(answer);
  const date = new Date(`${day}T00:00:00Z`);
  const real =
    /^\d{4}-\d\d-\d\d$/.test(day) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(day);
  return real && (!min || day >= min) && (!max || day <= max) ? undefined : say('day');
}
