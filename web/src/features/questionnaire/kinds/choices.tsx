import { useStudyMessages } from '@/locales/study';
import { CheckCards } from '@/ui/check-card';
import { Likert } from '@/ui/likert';
import { Matrix } from '@/ui/matrix';
import { RadioCards } from '@/ui/radio-cards';
import { Slider } from '@/ui/slider';
import { asList, asNumber, asText, type ItemProps } from '../item-props';
import { ItemQuestion } from '../item-question';

export function SingleItem(props: ItemProps<'single'>) {
  const { item, answers, onAnswer } = props;
  return (
    <ItemQuestion {...props}>
      <RadioCards
        name={item.id}
        options={item.options}
        value={asText(answers[item.id])}
        onChange={(value) => onAnswer(item.id, value)}
      />
    </ItemQuestion>
  );
}

export function MultipleItem(props: ItemProps<'multiple'>) {
  const { item, answers, onAnswer } = props;
  const w = useStudyMessages().questionnaire;
  const limited = item.max !== null && item.max < item.options.length;
  const help = item.help ?? (limited && item.max !== null ? w.atMost(item.max) : w.anyNumber);
  return (
    <ItemQuestion {...props} help={help}>
      <CheckCards
        name={item.id}
        options={item.options}
        value={asList(answers[item.id])}
        onChange={(value) => onAnswer(item.id, value)}
      />
    </ItemQuestion>
  );
}

export function LikertItem(props: ItemProps<'likert'> | ItemProps<'confidence'>) {
  const { item, answers, onAnswer } = props;
  return (
    <ItemQuestion {...props}>
      <Likert
        name={item.id}
        points={item.points}
        ends={item.ends}
        row={item.kind === 'confidence'}
        value={asNumber(answers[item.id])}
        onChange={(value) => onAnswer(item.id, value)}
      />
    </ItemQuestion>
  );
}

export function MatrixItem(props: ItemProps<'matrix'>) {
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

export function SliderItem(props: ItemProps<'slider'>) {
  const { item, answers, onAnswer } = props;
  const { min, max, step, ends, unit } = item;
  const w = useStudyMessages().questionnaire;
  return (
    <ItemQuestion {...props}>
      <Slider
        label={item.label}
        {...{ min, max, step, ends }}
        say={(given) => (unit ? `${given}${unit}` : w.valueOf(given, max))}
        value={asNumber(answers[item.id])}
        onChange={(value) => onAnswer(item.id, value)}
      />
    </ItemQuestion>
  );
}
