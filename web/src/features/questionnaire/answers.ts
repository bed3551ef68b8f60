import type { PublicCondition, PublicItem } from '@/api/schema';

/** One answer; an absent one was left open. A number is a string while it is being typed. */
export type Answer = string | number | string[];

/** Answers by variable. */
export type Answers = Readonly<Record<string, Answer>>;

/** How sure and how likely to share are variables of their own beside a judgement. */
export const confidenceOf = (id: string): string => `${id}_confidence`;
export const sharingOf = (id: string): string => `${id}_sharing`;

/** The variables that an item gives, in the definition's order. */
export function variablesOf(item: PublicItem): string[] {
  switch (item.kind) {
    case 'information':
      return [];
    case 'matrix':
      return item.rows.map((row) => row.id);
    case 'judgement':
      return [
        item.id,
        ...(item.confidence ? [confidenceOf(item.id)] : []),
        ...(item.sharing ? [sharingOf(item.id)] : []),
      ];
    default:
      return [item.id];
  }
}

/** Nothing but blanks counts as left open, as on the server. */
export function isEmpty(answer: unknown): boolean {
  if (typeof answer === 'string') {
    return answer.trim() === '';
  }
  return answer === undefined || answer === null || (Array.isArray(answer) && answer.length === 0);
}

/** Whether a condition holds. An item that was hidden or left open fulfils nothing. */
export function holds(condition: PublicCondition, known: Answers): boolean {
  const answer = known[condition.item];
  if (isEmpty(answer) || answer === undefined) {
    return false;
  }
  const number = typeof answer === 'number' ? answer : Number.NaN;
  const { is, isNot, atLeast, atMost } = condition;
  return (
    (!is || matches(answer, is)) &&
    (!isNot || !matches(answer, isNot)) &&
    (atLeast === null || atLeast === undefined || number >= atLeast) &&
    (atMost === null || atMost === undefined || number <= atMost)
  );
}

function matches(answer: Answer, values: readonly unknown[]): boolean {
  if (Array.isArray(answer)) {
    return answer.some((one) => matches(one, values));
  }
  // 5, "5", true and "true" in the study's file mean what a researcher means by them.
  return values.some((value) => String(value) === String(answer));
}

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
