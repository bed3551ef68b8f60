/**
 * The answers of the tests to the questionnaire items of the API. They depend only on the name of the variable, so that
 * every run is the same.
 */

import type { PublicItem, PublicPoint } from '../../web/src/api/schema.d.ts';
import { holds } from '../../web/src/features/items/condition.ts';

type Kind = PublicItem['kind'];
type ItemOf<K extends Kind> = Extract<PublicItem, { kind: K }>;
export type Answers = Record<string, unknown>;

interface Style {
  /** The answer to text questions. */
  words?: string | undefined;
  /** Straight-lining: chooses the first point of every rating. */
  straight?: boolean;
}

/** The answers to each kind of item; a missing kind does not compile. */
const ANSWERS: { [K in Kind]: (item: ItemOf<K>, style: Style) => Answers } = {
  information: () => ({}),
  single: ({ id, options }) => ({ [id]: option(id, options) }),
  multiple: several,
  likert: ({ id, points }, style) => ({ [id]: point(id, points, style) }),
  confidence: ({ id, points }, style) => ({ [id]: point(id, points, style) }),
  matrix: ({ rows, points }, style) =>
    Object.fromEntries(rows.map(({ id }) => [id, point(id, points, style)])),
  ranking: ({ rows }) => {
    const ids = rows.map(({ id }) => id).sort();
    const first = pick(ids.join(), ids.length);
    return Object.fromEntries(ids.map((id, at) => [id, ((at + first) % ids.length) + 1]));
  },
  slider: ({ id, min, max, step }) => ({
    [id]: min + step * pick(id, Math.floor((max - min) / step) + 1),
  }),
  number: ({ id, min, max }) => ({ [id]: number(id, min ?? 0, max ?? (min ?? 0) + 50) }),
  text: (
    { id, minLength, maxLength },
    { words = `Words for ${id}: "quoted", äöü, 漢字 =1+1` },
  ) => ({
    [id]: words.padEnd(minLength ?? 0, '.').slice(0, maxLength),
  }),
  date: ({ id, min, max }) => ({ [id]: max ?? min ?? '2026-03-14' }),
  judgement: ({ id, options, confidence, sharing }) => ({
    [id]: one(id, options).value,
    ...(confidence ? { [`${id}_confidence`]: 50 + 10 * pick(`${id}?`, 6) } : {}),
    ...(sharing ? { [`${id}_sharing`]: 1 + pick(`${id}!`, 6) } : {}),
  }),
};

/** A valid answer to each variable of an item. */
export function answerAny(item: PublicItem, style: Style = {}): Answers {
  const answer = ANSWERS[item.kind] as (item: PublicItem, style: Style) => Answers;
  return answer(item, style);
}

/** A number from 0 to `below` that depends only on `text` (FNV-1a). */
function pick(text: string, below: number): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash % below;
}

/** A member of a list, chosen by `text`. */
export function one<T>(text: string, list: readonly T[]): T {
  const chosen = list[pick(text, list.length)];
  if (chosen === undefined) throw new Error(`nothing to choose from for ${text}`);
  return chosen;
}

/** Answers that pass the checks of the example study; its plan excludes participants with other answers. */
const PASSES: Record<string, number> = { pre_agree_1: 3, pre_agree_2: 2, sound_number: 47 };

/** The option that passes a check, else any. */
function option(id: string, options: readonly { value: string }[]): string {
  return id === 'sound_way' ? 'heard' : one(id, options).value;
}

/** The point that passes a check, else any. */
function point(
  id: string,
  points: readonly PublicPoint[],
  { straight }: Style,
): number | undefined {
  if (straight) return points[0]?.value;
  return points.find(({ value }) => value === PASSES[id])?.value ?? one(id, points).value;
}

/** The number that passes a check, otherwise any from `min` to `max`. */
function number(id: string, min: number, max: number): number {
  return PASSES[id] ?? min + pick(id, Math.max(1, Math.floor(max - min) + 1));
}

/** The minimum number of options, in their order, without exclusive ones. */
function several({ id, options, min }: ItemOf<'multiple'>): Answers {
  const open = options.filter(({ exclusive }) => !exclusive).map(({ value }) => value);
  const from = pick(id, open.length);
  const taken = [...open, ...open].slice(from, from + Math.max(1, min ?? 1));
  return { [id]: open.filter((value) => taken.includes(value)) };
}

/** Whether an item is shown, given the earlier answers. */
export function isShown(item: PublicItem, answers: Answers): boolean {
  return !item.showIf || holds(item.showIf, answers);
}
