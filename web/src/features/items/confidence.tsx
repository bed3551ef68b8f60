import { type ItemKind, singleVariable } from './item-kind';
import { PointsField } from './likert';

/** How sure a participant is, in per cent. */
export const confidence: ItemKind<'confidence'> = {
  variables: singleVariable,
  missing: (_, translate) => translate('choose_point'),
  check: true,
  Field: (props) => <PointsField {...props} row />,
};
