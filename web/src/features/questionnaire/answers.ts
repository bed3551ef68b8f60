import type { PublicItem } from '@/api/schema';
import { holds, isEmpty } from './condition';
import { variablesOf } from './kinds/rules';

/** One answer; an absent one was left open. A number is a string while it is being typed. */
export type Answer = string | number | string[];

/** Answers by variable. */
export type Answers = Readonly<Record<string, Answer>>;

/**
 * The items to show and the answers that count, from top to bottom: an answer to an item that has been
 * hidden again stays in the form, but is neither sent nor read by later conditions.
 */
export function shownItems(
  items: readonly PublicItem[],
  answers: Answers,
  earlier: Answers,
): { items: PublicItem[]; answers: Record<string, Answer> } {
  const known: Record<string, Answer> = { ...earlier };
  const counting: Record<string, Answer> = {};
  const shown = items.filter((item) => {
    if (item.showIf && !holds(item.showIf, known)) {
      return false;
    }
    for (const variable of variablesOf(item)) {
      const answer = settled(item, answers[variable]);
      if (answer !== undefined) {
        known[variable] = answer;
        counting[variable] = answer;
      }
    }
    return true;
  });
  return { items: shown, answers: counting };
}

/** The answer as it is sent: typed numbers become numbers, what is left open becomes nothing. */
function settled(item: PublicItem, answer: Answer | undefined): Answer | undefined {
  if (answer === undefined || isEmpty(answer)) {
    return undefined;
  }
  if (item.kind === 'number' && typeof answer === 'string') {
    return parseNumber(answer) ?? answer;
  }
  return answer;
}

/** Reads "18", " 18 ", "1,5" and "1.5"; anything else is no number. */
export function parseNumber(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
