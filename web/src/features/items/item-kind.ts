import type { ReactNode } from 'react';
import type { PublicItem } from '@/api/schema';
import type { Recorder } from '@/features/timing/recorder';
import type { StudyMessages } from '@/locales/study.en';

export type Kind = PublicItem['kind'];
export type ItemOf<K extends Kind> = Extract<PublicItem, { kind: K }>;

/** One answer; absent if the question was not answered. A number is a string while it is being typed. */
export type Answer = string | number | string[];

/** Answers by variable. */
export type Answers = Readonly<Record<string, Answer>>;

/** Translates the message of a validation code; `params` fill its placeholders. */
export type Translate = (
  code: keyof StudyMessages['validationMessages'],
  params?: Readonly<Record<string, unknown>>,
) => string;

export type Messages = StudyMessages['questionnaire'];

/** The props of a kind's field. `answers` are as typed; `errors` are by variable. */
export type ItemProps<K extends Kind = Kind> = {
  item: ItemOf<K>;
  answers: Answers;
  errors: Readonly<Record<string, string>>;
  onAnswer: (variable: string, answer: Answer | undefined) => void;
  /** Records when media were played; a field without media does not use it. */
  recorder: Recorder;
  /** The number among several clips or posts: "Clip 3 of 12". */
  ordinal?: string | undefined;
  /** Options as chips. The label of a text is only for screen readers, because it is shown next to the field. */
  compact?: boolean | undefined;
};

/** A kind of item in the web app. `crates/study/src/items` validates the same on the server. */
export type ItemKind<K extends Kind> = {
  Field: (props: ItemProps<K>) => ReactNode;
  /** The variables of an item, in the order of its definition. */
  variables: (item: ItemOf<K>) => string[];
  /** The question of a variable, if it is not the item's label. */
  questionOf?: (item: ItemOf<K>, variable: string, w: Messages) => string | undefined;
  /** Converts a typed answer to the value that is sent, if they differ. */
  serialize?: (answer: Answer) => Answer;
  /** What the items of this kind in a section are numbered as: "Clip 3 of 12". */
  countedAs?: (item: ItemOf<K>) => 'clip' | 'post';
} & (PerVariable<K> | PerItem<K>);

/** Validates each variable separately. */
type PerVariable<K extends Kind> = {
  /** The error of a required variable without an answer. */
  missing: (item: ItemOf<K>, translate: Translate, variable: string) => string;
  /** The error of an answer; `true` if every answer the control can give is valid. */
  check: true | ((item: ItemOf<K>, answer: Answer, translate: Translate) => string | undefined);
};

/** Validates all variables of an item together, with one error for the item. */
type PerItem<K extends Kind> = {
  checkAll: (item: ItemOf<K>, answers: Answers, translate: Translate) => string | undefined;
};

/** The variables of an item with a single one, which has the item's ID. */
export const singleVariable = (item: PublicItem): string[] => [item.id];

export function asNumber(answer: Answer | undefined): number | undefined {
  return typeof answer === 'number' ? answer : undefined;
}

export function asText(answer: Answer | undefined): string {
  return typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';
}
