/**
 * What the walker must know of the API's questionnaire items, and the answers that it gives. Answers
 * depend on the variable's name alone, so that a run is the same every time.
 */

import { holds } from '../../web/src/features/items/condition.ts';

export interface Choice {
  value: string;
  label: string;
  exclusive: boolean;
}

export interface Point {
  value: number;
  label: string;
}

export interface Condition {
  item: string;
  is?: unknown[] | null;
  isNot?: unknown[] | null;
  atLeast?: number | null;
  atMost?: number | null;
}

export interface Item {
  id: string;
  label: string;
  required: boolean;
  kind: string;
  showIf?: Condition | null;
  options?: Choice[];
  points?: Point[];
  rows?: { id: string; label: string }[];
  ends?: [string, string] | null;
  min?: number | string | null;
  max?: number | string | null;
  minLength?: number | null;
  maxLength?: number | null;
  confidence?: boolean;
  sharing?: boolean;
}

export interface Section {
  id: string;
  title: string;
  items: Item[];
}

export interface Questionnaire {
  title: string;
  sections: Section[];
  done: number;
}

/** A number from 0 to `below` that depends on `text` alone (FNV-1a). */
export function pick(text: string, below: number): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash % below;
}

/** One member of a list, chosen by `text`. */
export function one<T>(text: string, list: readonly T[]): T {
  const chosen = list[pick(text, list.length)];
  if (chosen === undefined) throw new Error(`nothing to choose from for ${text}`);
  return chosen;
}

/** What passes the checks of the example study, whose plan leaves out whoever answers otherwise. */
const PASSES: Record<string, number> = { pre_agree_1: 3, pre_agree_2: 2, sound_number: 47 };

/** What somebody who reads and hears takes: the point that passes a check, else any. */
export function point(id: string, points: readonly Point[]): number {
  return points.find(({ value }) => value === PASSES[id])?.value ?? one(id, points).value;
}

/** The number that passes a check, else one from `low` to less than `below` more. */
export function number(id: string, low: number, below: number): number {
  return PASSES[id] ?? low + pick(id, below);
}

/** Whether an item is shown, given the answers so far. */
export function isShown(item: Item, answers: Record<string, unknown>): boolean {
  return !item.showIf || holds(item.showIf, answers);
}
