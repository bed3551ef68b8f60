/*
 * "Shown only if …": the same decision as the server's `crates/study/src/condition.rs`; `fixtures/items/conditions.json`
 * has cases for both. The browser tests in `e2e/` use it, too, without the web app, so it imports nothing.
 */

/** A condition as the API sends it. */
interface Condition {
  item: string;
  is?: readonly unknown[] | null;
  isNot?: readonly unknown[] | null;
  atLeast?: number | null;
  atMost?: number | null;
}

/** Nothing but blanks counts as left open, as on the server. */
export function isEmpty(answer: unknown): boolean {
  if (typeof answer === 'string') return answer.trim() === '';
  return answer === undefined || answer === null || (Array.isArray(answer) && answer.length === 0);
}

/** Whether a condition holds. An item that was hidden or left open fulfils nothing. */
export function holds(condition: Condition, known: Readonly<Record<string, unknown>>): boolean {
  const answer = known[condition.item];
  if (isEmpty(answer)) return false;
  const number = typeof answer === 'number' ? answer : Number.NaN;
  const { is, isNot, atLeast, atMost } = condition;
  return (
    (!is || matches(answer, is)) &&
    (!isNot || !matches(answer, isNot)) &&
    (atLeast === null || atLeast === undefined || number >= atLeast) &&
    (atMost === null || atMost === undefined || number <= atMost)
  );
}

function matches(answer: unknown, values: readonly unknown[]): boolean {
  if (Array.isArray(answer)) return answer.some((one) => matches(one, values));
  // 5, "5", true and "true" in the study's file mean what a researcher means by them.
  return values.some((value) => String(value) === String(answer));
}
