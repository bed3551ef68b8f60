import type { PublicItem } from '@/api/schema';
import { holds, isEmpty } from './condition';
import type { Answer, Answers } from './item-kind';
import { kindOf } from './kinds';
import { validAnswers } from './validate';

/**
 * The items to show and the answers to send, from top to bottom. The answer to an item that is hidden again stays in
 * the form, but it is not sent and conditions do not read it. As on the server, conditions read only valid answers.
 */
export function shownItems(
  items: readonly PublicItem[],
  answers: Answers,
  earlier: Answers,
): { items: PublicItem[]; answers: Record<string, Answer> } {
  let known: Answers = earlier;
  const sent: Record<string, Answer> = {};
  const shown = items.filter((item) => {
    if (item.showIf && !holds(item.showIf, known)) return false;
    const { variables, serialize } = kindOf(item);
    for (const variable of variables(item)) {
      const answer = answers[variable];
      if (answer === undefined || isEmpty(answer)) continue;
      sent[variable] = serialize ? serialize(answer) : answer;
    }
    known = { ...known, ...validAnswers(item, sent) };
    return true;
  });
  return { items: shown, answers: sent };
}
