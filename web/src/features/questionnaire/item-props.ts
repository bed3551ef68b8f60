import type { PublicItem } from '@/api/schema';
import type { Recorder } from '@/features/timing/recorder';
import type { Answer, Answers } from './answers';

export type Kind = PublicItem['kind'];

/** What every kind of item gets. `answers` are as typed; `errors` are by variable. */
export type ItemProps<K extends Kind = Kind> = {
  item: Extract<PublicItem, { kind: K }>;
  answers: Answers;
  errors: Readonly<Record<string, string>>;
  onAnswer: (variable: string, answer: Answer | undefined) => void;
  recorder: Recorder;
  /** Which of several alike it is: "Clip 3 of 12". */
  ordinal?: string | undefined;
};

export function asNumber(answer: Answer | undefined): number | undefined {
  return typeof answer === 'number' ? answer : undefined;
}

export function asText(answer: Answer | undefined): string {
  return typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';
}

export function asList(answer: Answer | undefined): string[] {
  return Array.isArray(answer) ? answer : [];
}
