import type { ReactNode } from 'react';
import type { PublicItem } from '@/api/schema';
import type { Recorder } from '@/features/timing/recorder';
import type { StudyMessages } from '@/locales/study.en';

export type Kind = PublicItem['kind'];
export type ItemOf<K extends Kind> = Extract<PublicItem, { kind: K }>;

/** One answer; an absent one was left open. A number is a string while it is being typed. */
export type Answer = string | number | string[];

/** Answers by variable. */
export type Answers = Readonly<Record<string, Answer>>;

/** Translates a validation message. Its key names one of the server's messages. */
export type Translate = (
  message: keyof StudyMessages['validationMessages'],
  numbers?: { min?: number; max?: number },
) => string;

export type Words = StudyMessages['questionnaire'];

/** What the field of a kind gets. `answers` are as typed; `errors` are by variable. */
export type ItemProps<K extends Kind = Kind> = {
  item: ItemOf<K>;
  answers: Answers;
  errors: Readonly<Record<string, string>>;
  onAnswer: (variable: string, answer: Answer | undefined) => void;
  recorder: Recorder;
  /** Which of several alike it is: "Clip 3 of 12". */
  ordinal?: string | undefined;
};

/** All that the web app knows of a kind. The server validates the same: `crates/study/src/items`. */
export type ItemKind<K extends Kind> = {
  Field: (props: ItemProps<K>) => ReactNode;
  /** Fetches the code of a field that is not loaded with the page. */
  preload?: () => void;
  /** The variables that an item gives, in the definition's order. */
  variables: (item: ItemOf<K>) => string[];
  /** The question of a variable, if it is not the item's label. */
  asks?: (item: ItemOf<K>, variable: string, w: Words) => string | undefined;
  /** The answer as it is sent, if it differs from what was typed. */
  toSent?: (answer: Answer) => Answer;
  /** The word for several items of this kind in a section: "Clip 3 of 12". */
  counted?: (item: ItemOf<K>) => 'clip' | 'post';
} & (Separate<K> | Together<K>);

/** Each variable is validated on its own. */
type Separate<K extends Kind> = {
  /** The error of a required variable that was left open. */
  missing: (item: ItemOf<K>, translate: Translate, variable: string) => string;
  /** The error of an answer; `true` if every answer the control can give is valid. */
  check: true | ((item: ItemOf<K>, answer: Answer, translate: Translate) => string | undefined);
};

/** The variables are valid only together: one error, at the item. */
type Together<K extends Kind> = {
  checkAll: (item: ItemOf<K>, answers: Answers, translate: Translate) => string | undefined;
};

/** The variables of an item that has one, named like the item. */
export const own = (item: PublicItem): string[] => [item.id];

export function asNumber(answer: Answer | undefined): number | undefined {
  return typeof answer === 'number' ? answer : undefined;
}

export function asText(answer: Answer | undefined): string {
  return typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';
}
