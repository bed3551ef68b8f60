/*
 * "Shown only if …": the same rules as the server's `crates/study/src/condition.rs`; `fixtures/items/conditions.json`
 * has cases for both. The browser tests in `e2e/` import this module without the web app, so it imports nothing.
 */

/** A condition as the API sends it. */
interface Condition {
  item: string;
  is?: readonly unknown[] | null;
  isNot?: readonly unknown[] | null;
  atLeast?: number | null;
  atMost?: number | null;
}

/** White space, and characters that programs do not draw. `trim` differs from the server's definition (`value.rs`). */
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Blank text alone counts as no answer. */
export function isEmpty(answer: unknown): boolean {
  if (typeof answer === 'string') return BLANK.test(answer);
  return answer === undefined || answer === null || (Array.isArray(answer) && answer.length === 0);
}

/** Whether a condition holds. An item that was hidden or not answered meets no condition. */
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
  // The study's file may write 5 and true with or without quotation marks; null is no answer.
  return values.some((value) => value !== null && String(value) === String(answer));
}
