import type { ItemKind } from './item-kind';
import { lazyField } from './lazy';

/** Text or a medium without a question. */
export const information: ItemKind<'information'> = {
  variables: () => [],
  missing: () => '',
  check: true,
  ...lazyField(() => import('./information-field')),
};
