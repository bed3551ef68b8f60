import { useStudyMessages } from '@/locales/study';
import { DateField, NumberField, TextArea, TextField } from '@/ui/field';
import { asText, type ItemProps } from '../item-props';
import s from '../questionnaire.module.css';

/** What all fields with a label of their own share. */
type Common = Pick<ItemProps, 'item' | 'answers' | 'errors' | 'onAnswer'>;

function common({ item, answers, errors, onAnswer }: Common) {
  return {
    id: item.id,
    name: item.id,
    label: item.label,
    optional: !item.required,
    error: errors[item.id],
    value: asText(answers[item.id]),
    onChange: (event: { target: { value: string } }) => onAnswer(item.id, event.target.value),
  };
}

export function NumberItem(props: ItemProps<'number'>) {
  const w = useStudyMessages().questionnaire;
  const { help, unit, integer } = props.item;
  const said = [help, unit && w.unit(unit)].filter(Boolean).join(' ');
  return (
    <NumberField
      {...common(props)}
      help={said || undefined}
      inputMode={integer ? 'numeric' : 'decimal'}
    />
  );
}

export function TextItem(props: ItemProps<'text'>) {
  const { item } = props;
  const help = item.help ?? undefined;
  if (!item.long) return <TextField {...common(props)} help={help} autoComplete="off" />;
  const countId = `${item.id}-count`;
  return (
    <div className={s.counted}>
      <TextArea {...common(props)} help={help} rows={4} aria-describedby={countId} />
      <Count id={countId} left={item.maxLength - [...asText(props.answers[item.id])].length} />
    </div>
  );
}

function Count({ id, left }: { id: string; left: number }) {
  const w = useStudyMessages().questionnaire;
  return (
    <p id={id} className={left < 0 ? s.tooLong : s.count}>
      {left < 0 ? w.tooLong(-left) : w.characters(left)}
    </p>
  );
}

export function DateItem(props: ItemProps<'date'>) {
  const { item } = props;
  return (
    <DateField
      {...common(props)}
      help={item.help ?? undefined}
      min={item.min ?? undefined}
      max={item.max ?? undefined}
    />
  );
}
