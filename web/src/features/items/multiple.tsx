import { useTexts } from '@/lib/locale';
import { CheckCards } from '@/ui/check-card';
import {
  type Answer,
  type ItemKind,
  type ItemOf,
  type ItemProps,
  singleVariable,
  type Translate,
} from './item-kind';
import { ItemQuestion } from './item-question';

/** Any number of options. */
export const multiple: ItemKind<'multiple'> = {
  variables: singleVariable,
  missing: (item, translate) => tooFew(item.min ?? 1, translate),
  check,
  Field,
};

function chosen(answer: Answer | undefined): string[] {
  return Array.isArray(answer) ? answer : [];
}

function tooFew(min: number, translate: Translate): string {
  return min > 1 ? translate('choose_min', { min }) : translate('choose_some');
}

function check(item: ItemOf<'multiple'>, answer: Answer, translate: Translate): string | undefined {
  const found = item.options.filter((option) => chosen(answer).includes(option.value));
  const alone = found.some((option) => option.exclusive);
  const min = item.min ?? (item.required ? 1 : 0);
  const max = item.max ?? item.options.length;
  if (alone && found.length > 1) return translate('choose_alone');
  // "None of these" is a complete answer, even if more options are required.
  if (!alone && found.length < min) return tooFew(min, translate);
  return found.length > max ? translate('choose_max', { max }) : undefined;
}

const TEXTS = {
  en: {
    atMost: (max: number) => `Choose up to ${max}.`,
    anyNumber: 'Choose all that apply.',
  },
  de: {
    atMost: (max: number) => `Wählen Sie bis zu ${max}.`,
    anyNumber: 'Wählen Sie alles aus, was zutrifft.',
  },
};

function Field(props: ItemProps<'multiple'>) {
  const { item, answers, onAnswer, compact } = props;
  const t = useTexts(TEXTS);
  const limited = item.max !== null && item.max < item.options.length;
  // Chips show their boxes, which is enough.
  const any = compact ? undefined : t.anyNumber;
  const help = item.help ?? (limited && item.max !== null ? t.atMost(item.max) : any);
  return (
    <ItemQuestion {...props} help={help}>
      <CheckCards
        name={item.id}
        chips={compact}
        options={item.options}
        value={chosen(answers[item.id])}
        onChange={(value) => onAnswer(item.id, value)}
      />
    </ItemQuestion>
  );
}
