import type { ReactNode } from 'react';
import { useStudyMessages } from '@/locales/study';
import { Question } from '@/ui/question';
import type { ItemProps } from './item-props';

type Props = Pick<ItemProps, 'item' | 'errors'> & {
  help?: string | undefined;
  helpTitle?: string | undefined;
  children: ReactNode;
};

/** The frame of an item that is answered by a group of controls. */
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
