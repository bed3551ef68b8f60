import type { ReactNode } from 'react';
import { useStudyMessages } from '@/locales/study';
import { Question } from '@/ui/question';
import { asText, type ItemProps } from './item-kind';

type Props = Pick<ItemProps, 'item' | 'errors'> & {
  help?: string | undefined;
  helpTitle?: string | undefined;
  children: ReactNode;
};

/** The frame of an item with a group of controls. */
export function ItemQuestion({ item, errors, help, helpTitle, children }: Props) {
  const w = useStudyMessages().questionnaire;
  return (
    <Question
      id={item.id}
      legend={item.required ? item.label : `${item.label} ${w.optional}`}
      help={help ?? item.help ?? undefined}
      helpTitle={helpTitle}
      error={errors[item.id]}
    >
      {children}
    </Question>
  );
}

/** The props of an item with one field, which has the item's label. */
export function fieldProps(props: Pick<ItemProps, 'item' | 'answers' | 'errors' | 'onAnswer'>) {
  const { item, answers, errors, onAnswer } = props;
  return {
    id: item.id,
    name: item.id,
    label: item.label,
    help: item.help ?? undefined,
    optional: !item.required,
    error: errors[item.id],
    value: asText(answers[item.id]),
    onChange: (event: { target: { value: string } }) => onAnswer(item.id, event.target.value),
  };
}
