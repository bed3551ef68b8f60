import { Likert } from '@/ui/likert';
import { RadioCards } from '@/ui/radio-cards';
import { asNumber, type ItemKind, type ItemProps, singleVariable } from './item-kind';
import { ItemQuestion } from './item-question';

/** A rating on a scale of points. */
export const likert: ItemKind<'likert'> = {
  variables: singleVariable,
  missing: (_, translate) => translate('choose_point'),
  check: true,
  Field: PointsField,
};

/** More words than fit side by side in any language: a list, like any other choice. */
const LIST = 6;

type Props = (ItemProps<'likert'> | ItemProps<'confidence'>) & {
  /** Always in one row. */
  row?: boolean;
};

export function PointsField({ row, ...props }: Props) {
  const { item, answers, onAnswer } = props;
  const { id: name, points, ends } = item;
  const shared = {
    name,
    value: asNumber(answers[name]),
    onChange: (value: number) => onAnswer(name, value),
  };
  return (
    <ItemQuestion {...props}>
      {ends || row || points.length < LIST ? (
        <Likert {...shared} points={points} ends={ends} row={row} />
      ) : (
        <RadioCards {...shared} options={points} />
      )}
    </ItemQuestion>
  );
}
