import { useTexts } from '@/lib/locale';
import { TextArea, TextField } from '@/ui/field';
import {
  type Answer,
  asText,
  type ItemKind,
  type ItemOf,
  type ItemProps,
  singleVariable,
  type Translate,
} from './item-kind';
import { fieldProps } from './item-question';
import s from './items.module.css';

/** A text, in one line or several. */
export const text: ItemKind<'text'> = {
  variables: singleVariable,
  missing: (_, translate) => translate('enter'),
  check,
  Field,
};

function check(item: ItemOf<'text'>, answer: Answer, translate: Translate): string | undefined {
  const typed = String(answer);
  const forbidden = item.long ? /(?![\n\r\t])\p{Cc}/u : /\p{Cc}/u;
  if (forbidden.test(typed)) return translate('plain');
  // Counts characters like the server, not UTF-16 units: an emoji is one.
  const length = [...typed].length;
  if (length > item.maxLength) return translate('shorter', { max: item.maxLength });
  const min = item.minLength ?? 0;
  return length < min ? translate('longer', { min }) : undefined;
}

function Field(props: ItemProps<'text'>) {
  const { item, compact } = props;
  if (!item.long) return <TextField {...fieldProps(props)} autoComplete="off" />;
  const countId = `${item.id}-count`;
  return (
    <div className={s.counted}>
      <TextArea
        {...fieldProps(props)}
        hideLabel={compact}
        rows={compact ? 3 : 4}
        aria-describedby={countId}
      />
      <Count id={countId} left={item.maxLength - [...asText(props.answers[item.id])].length} />
    </div>
  );
}

const TEXTS = {
  en: {
    left: (n: number) => (n === 1 ? '1 character left' : `${n} characters left`),
    tooMany: (n: number) => (n === 1 ? '1 character too many' : `${n} characters too many`),
  },
  de: {
    left: (n: number) => `noch ${n} Zeichen`,
    tooMany: (n: number) => `${n} Zeichen zu viel`,
  },
};

function Count({ id, left }: { id: string; left: number }) {
  const t = useTexts(TEXTS);
  return (
    <p id={id} className={left < 0 ? s.tooLong : 'help'}>
      {left < 0 ? t.tooMany(-left) : t.left(left)}
    </p>
  );
}
