import { useStudyMessages } from '@/locales/study';
import { Slider } from '@/ui/slider';
import { asNumber, type ItemKind, type ItemProps, own } from './item-kind';
import { ItemQuestion } from './item-question';

/** A rating between two ends. */
export const slider: ItemKind<'slider'> = {
  variables: own,
  missing: (item, translate) => translate('setSlider', item),
  check: true,
  Field,
};

function Field(props: ItemProps<'slider'>) {
  const { item, answers, onAnswer } = props;
  const { min, max, step, ends, unit } = item;
  const w = useStudyMessages().questionnaire;
  return (
    <ItemQuestion {...props}>
      <Slider
        label={item.label}
        {...{ min, max, step, ends }}
        format={(given) => (unit ? `${given}${unit}` : w.valueOf(given, max))}
        value={asNumber(answers[item.id])}
        onChange={(value) => onAnswer(item.id, value)}
      />
    </ItemQuestion>
  );
}
