import { Matrix } from '@/ui/matrix';
import { asNumber, type ItemKind, type ItemProps } from './item-kind';
import { ItemQuestion } from './item-question';

/** Several statements on one scale; each row is a variable. */
export const matrix: ItemKind<'matrix'> = {
  variables: (item) => item.rows.map(({ id }) => id),
  questionOf: (item, variable) => item.rows.find(({ id }) => id === variable)?.label,
  missing: (_, translate) => translate('choose_point'),
  check: true,
  Field,
};

function Field(props: ItemProps<'matrix'>) {
  const { item, answers, errors, onAnswer } = props;
  const value: Record<string, number> = {};
  for (const row of item.rows) {
    const answer = asNumber(answers[row.id]);
    if (answer !== undefined) value[row.id] = answer;
  }
  return (
    <ItemQuestion {...props}>
      <Matrix
        name={item.id}
        rows={item.rows}
        points={item.points}
        ends={item.ends}
        value={value}
        errors={errors}
        onChange={onAnswer}
      />
    </ItemQuestion>
  );
}
