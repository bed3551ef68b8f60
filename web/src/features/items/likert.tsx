import { Likert } from '@/ui/likert';
import { asNumber, type ItemKind, type ItemProps, singleVariable } from './item-kind';
import { ItemQuestion } from './item-question';

/** A rating on a scale of points. */
export const likert: ItemKind<'likert'> = {
  variables: singleVariable,
  missing: (_, translate) => translate('choose_point'),
  check: true,
  Field: PointsField,
};

type Props = (ItemProps<'likert'> | ItemProps<'confidence'>) & {
  /** Always in one row. */
  row?: boolean;
};

export function PointsField({ row, ...props }: Props) {
  const { item, answers, onAnswer } = props;
  return (
    <ItemQuestion {...props}>
      <Likert
        name={item.id}
        points={item.points}
        ends={item.ends}
        row={row}
        value={asNumber(answers[item.id])}
        onChange={(value) => onAnswer(item.id, value)}
      />
    </ItemQuestion>
  );
}
