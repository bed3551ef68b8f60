import type { PublicItem } from '@/api/schema';
import { holds, isEmpty } from './condition';
import type { Answer, Answers } from './item-kind';
import { kindOf } from './kinds';

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
    if (item.showIf && !holds(item.showIf, known)) return false;
    const { variables, toSent } = kindOf(item);
    for (const variable of variables(item)) {
      const answer = answers[variable];
      if (answer === undefined || isEmpty(answer)) continue;
      const sent = toSent ? toSent(answer) : answer;
      counting[variable] = sent;
      known[variable] = sent;
    }
    return true;
  });
  return { items: shown, answers: counting };
}
