import { type ItemKind, own } from './item-kind';
import { PointsField } from './likert';

/** How sure a participant is, in per cent. */
export const confidence: ItemKind<'confidence'> = {
  variables: own,
  missing: (_, translate) => translate('choosePoint'),
  check: true,
  Field: (props) => <PointsField {...props} row />,
};
