import { useEffect, useState } from 'react';
import type { PublicItem } from '@/api/schema';
import { confidence } from './confidence';
import { date } from './date';
import type { ItemKind, Kind } from './item-kind';
import { type LazyKind, lazyKind } from './lazy';
import { likert } from './likert';
import { matrix } from './matrix';
import { multiple } from './multiple';
import { number } from './number';
import { single } from './single';
import { slider } from './slider';
import { text } from './text';

/** All kinds of items. A kind of the server that is missing here does not compile. */
const KINDS: { [K in Kind]: ItemKind<K> | LazyKind<K> } = {
  confidence,
  date,
  information: lazyKind(async () => (await import('./information')).information),
  judgement: lazyKind(async () => (await import('./judgement')).judgement),
  likert,
  matrix,
  multiple,
  number,
  ranking: lazyKind(async () => (await import('./ranking')).ranking),
  single,
  slider,
  text,
};

function entryOf({ kind }: PublicItem): ItemKind<Kind> | LazyKind<Kind> {
  // The table maps each kind to its own type, which an index can't express.
  return KINDS[kind] as ItemKind<Kind> | LazyKind<Kind>;
}

/** An item's kind, whose code must be loaded: see `useKinds` and `loadKinds`. */
export function kindOf(item: PublicItem): ItemKind<Kind> {
  const entry = entryOf(item);
  const kind = 'get' in entry ? entry.get() : entry;
  if (!kind) throw new Error(`the code of ${item.kind} is not loaded`);
  return kind;
}

/** The kinds whose code is not loaded yet. */
function missingKinds(items: readonly PublicItem[]): LazyKind<Kind>[] {
  const entries = [...new Set(items.map(entryOf))];
  return entries.flatMap((entry) => ('get' in entry && !entry.get() ? entry : []));
}

/** Loads the code of the items' kinds. */
export async function loadKinds(items: readonly PublicItem[]): Promise<void> {
  await Promise.all(missingKinds(items).map((kind) => kind.fetch()));
}

/** Loads the code of the items' kinds, and returns whether it is loaded. */
export function useKinds(items: readonly PublicItem[]): boolean {
  const [outcome, setOutcome] = useState<{ error?: unknown }>({});
  const loaded = missingKinds(items).length === 0;
  useEffect(() => {
    if (loaded) return;
    loadKinds(items).then(
      () => setOutcome({}),
      (error: unknown) => setOutcome({ error }),
    );
  }, [items, loaded]);
  if (outcome.error) throw outcome.error;
  return loaded;
}
