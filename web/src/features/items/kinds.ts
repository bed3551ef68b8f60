import type { PublicItem } from '@/api/schema';
import { confidence } from './confidence';
import { date } from './date';
import { information } from './information';
import type { ItemKind, Kind } from './item-kind';
import { judgement } from './judgement';
import { likert } from './likert';
import { matrix } from './matrix';
import { multiple } from './multiple';
import { number } from './number';
import { ranking } from './ranking';
import { single } from './single';
import { slider } from './slider';
import { text } from './text';

/** All kinds of items; one that the server sends and that is not here does not compile. */
const KINDS: { [K in Kind]: ItemKind<K> } = {
  confidence,
  date,
  information,
  judgement,
  likert,
  matrix,
  multiple,
  number,
  ranking,
  single,
  slider,
  text,
};

export function kindOf(item: PublicItem): ItemKind<Kind> {
  // The table holds each kind under its own name, which the type of an index can't express.
  return KINDS[item.kind] as ItemKind<Kind>;
}

/** Fetches the code of a questionnaire's later sections while the first is filled in. */
export function preloadFields(items: readonly PublicItem[]): void {
  for (const item of items) kindOf(item).preload?.();
}
