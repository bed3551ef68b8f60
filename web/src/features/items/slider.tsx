import { useTexts } from '@/lib/locale';
import { Slider } from '@/ui/slider';
import { asNumber, type ItemKind, type ItemProps, singleVariable } from './item-kind';
import { ItemQuestion } from './item-question';

/** A rating between two ends. */
export const slider: ItemKind<'slider'> = {
  variables: singleVariable,
  missing: (item, translate) => translate('set_slider', item),
  check: true,
  Field,
};

const TEXTS = {
  en: { valueOf: (value: number, max: number) => `${value} of ${max}` },
  de: { valueOf: (value: number, max: number) => `${value} von ${max}` },
};

function Field(props: ItemProps<'slider'>) {
  const { item, answers, onAnswer } = props;
  const { min, max, step, ends, unit } = item;
  const t = useTexts(TEXTS);
  return (
    <ItemQuestion {...props}>
      <Slider
        label={item.label}
        {...{ min, max, step, ends }}
        format={(given) => (unit ? `${given}${unit}` : t.valueOf(given, max))}
        value={asNumber(answers[item.id])}
        onChange={(value) => onAnswer(item.id, value)}
      />
    </ItemQuestion>
  );
}
