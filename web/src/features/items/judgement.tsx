import type { ItemKind, ItemOf } from './item-kind';
import { lazyField } from './lazy';

/** How sure and how likely to share are variables of their own next to a judgement. */
export const confidenceOf = ({ id }: ItemOf<'judgement'>): string => `${id}_confidence`;
export const sharingOf = ({ id }: ItemOf<'judgement'>): string => `${id}_sharing`;

/** A medium or a post, what it is, how sure, and whether the participant would share it. */
export const judgement: ItemKind<'judgement'> = {
  variables: (item) => [
    item.id,
    ...(item.confidence ? [confidenceOf(item)] : []),
    ...(item.sharing ? [sharingOf(item)] : []),
  ],
  asks: (item, variable, w) =>
    ({ [confidenceOf(item)]: w.confidence, [sharingOf(item)]: w.sharing })[variable],
  counted: (item) => (item.post ? 'post' : 'clip'),
  missing: (item, translate, variable) =>
    translate(variable === item.id ? 'chooseOne' : 'choosePoint'),
  check: true,
  ...lazyField(() => import('./judgement-field')),
};
