import { lazy } from 'react';
import type { PublicItem } from '@/api/schema';

import type { ItemProps, Kind } from './item-props';
import { LikertItem, MatrixItem, MultipleItem, SingleItem, SliderItem } from './kinds/choices';
import { DateItem, NumberItem, TextItem } from './kinds/fields';
import { retryWhenOnline } from './retry-when-online';

/** The items with media, and the player that they bring, are fetched where there are any. */
const shown = () => retryWhenOnline(() => import('./kinds/shown'));
const JudgementItem = lazy(async () => ({ default: (await shown()).JudgementItem }));
const InformationItem = lazy(async () => ({ default: (await shown()).InformationItem }));

/** Fetches the code of a questionnaire's later sections while the first is filled in. */
export function fetchKinds(items: readonly PublicItem[]): void {
  const needed = items.some(({ kind }) => kind === 'judgement' || kind === 'information');
  // A failure here means nothing: showing the item fetches it again.
  if (needed) shown().catch(() => {});
}

/** One component per kind; a new kind breaks the build here until it has one. */
const KINDS = {
  single: SingleItem,
  multiple: MultipleItem,
  likert: LikertItem,
  confidence: LikertItem,
  matrix: MatrixItem,
  slider: SliderItem,
  number: NumberItem,
  text: TextItem,
  date: DateItem,
  judgement: JudgementItem,
  information: InformationItem,
} satisfies { [K in Kind]: (props: ItemProps<K>) => React.ReactNode };

/**
 * Any item of a questionnaire. The form around it is in a `Suspense`: it must not be submitted before the code
 * of all its items is loaded.
 */
export function ItemField(props: ItemProps) {
  // The table holds each component under the kind that it takes.
  const Component = KINDS[props.item.kind] as (props: ItemProps) => React.ReactNode;
  return <Component {...props} />;
}
