import { useStudyMessages } from '@/locales/study';
import { TextArea, TextField } from '@/ui/field';
import {
  type Answer,
  asText,
  type ItemKind,
  type ItemOf,
  type ItemProps,
  own,
  type Translate,
} from './item-kind';
import { fieldProps } from './item-question';
import s from './items.module.css';

/** Words, in one line or several. */
export const text: ItemKind<'text'> = {
  variables: own,
  missing: (_, translate) => translate('enter'),
  check,
  Field,
};

function check(item: ItemOf<'text'>, answer: Answer, translate: Translate): string | undefined {
  const typed = String(answer);
  const forbidden = item.long ? /(?![\n\r\t])\p{Cc}/u : /\p{Cc}/u;
  if (forbidden.test(typed)) return translate('plain');
  // Characters as the server counts them, not UTF-16 units: an emoji is one.
  const length = [...typed].length;
  if (length > item.maxLength) return translate('shorter', { max: item.maxLength });
  const min = item.minLength ?? 0;
  return length < min ? translate('longer', { min }) : undefined;
}

function Field(props: ItemProps<'text'>) {
  const { item } = props;
  if (!item.long) return <TextField {...fieldProps(props)} autoComplete="off" />;
  const countId = `${item.id}-count`;
  return (
    <div className={s.counted}>
      <TextArea {...fieldProps(props)} rows={4} aria-describedby={countId} />
      <Count id={countId} left={item.maxLength - [...asText(props.answers[item.id])].length} />
    </div>
  );
}

function Count({ id, left }: { id: string; left: number }) {
  const w = useStudyMessages().questionnaire;
  return (
    <p id={id} className={left < 0 ? s.tooLong : 'help'}>
      {left < 0 ? w.tooLong(-left) : w.characters(left)}
    </p>
  );
}
