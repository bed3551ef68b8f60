import { useStudyMessages } from '@/locales/study';
import { CheckCards } from '@/ui/check-card';
import {
  type Answer,
  type ItemKind,
  type ItemOf,
  type ItemProps,
  own,
  type Translate,
} from './item-kind';
import { ItemQuestion } from './item-question';

/** Any of several options. */
export const multiple: ItemKind<'multiple'> = {
  variables: own,
  missing: (item, translate) => translate('chooseMin', { min: Math.max(1, item.min ?? 1) }),
  check,
  Field,
};

function chosen(answer: Answer | undefined): string[] {
  return Array.isArray(answer) ? answer : [];
}

function check(item: ItemOf<'multiple'>, answer: Answer, translate: Translate): string | undefined {
  const found = item.options.filter((option) => chosen(answer).includes(option.value));
  const alone = found.some((option) => option.exclusive);
  const min = item.min ?? (item.required ? 1 : 0);
  const max = item.max ?? item.options.length;
  if (alone && found.length > 1) return translate('chooseAlone');
  // "None of these" is a whole answer, however many are asked for.
  if (!alone && found.length < min) return translate('chooseMin', { min });
  return found.length > max ? translate('chooseMax', { max }) : undefined;
}

function Field(props: ItemProps<'multiple'>) {
  const { item, answers, onAnswer } = props;
  const w = useStudyMessages().questionnaire;
  const limited = item.max !== null && item.max < item.options.length;
  const help = item.help ?? (limited && item.max !== null ? w.atMost(item.max) : w.anyNumber);
  return (
    <ItemQuestion {...props} help={help}>
      <CheckCards
        name={item.id}
        options={item.options}
        value={chosen(answers[item.id])}
        onChange={(value) => onAnswer(item.id, value)}
      />
    </ItemQuestion>
  );
}
