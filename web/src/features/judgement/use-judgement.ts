import { useEffect, useMemo, useRef, useState } from 'react';
import { useDraft } from '@/features/outbox/drafts';
import type { Recorder } from '@/features/timing/recorder';
import type { FieldMessage } from '@/lib/problems';
import { useStudyMessages } from '@/locales/study';
import { useTaskMessages } from '@/locales/task';
import { withQuestion } from '@/ui/error-summary';

/** A judgement as it is submitted. */
export interface Judgement {
  answer: string;
  confidence?: number;
}

type Half = { answer?: string; confidence?: number };

type Options = {
  /** The question, for the error summary. */
  prompt: string;
  /** The draft of the judgement is saved under it. */
  page: string;
  /** Answers that may not be given again. */
  disabled: readonly string[];
  confidence?: boolean;
  recorder: Recorder;
  rejected: readonly FieldMessage[];
};

/** The server names the variable; the form has two controls. */
function atControl({ item, message }: FieldMessage): FieldMessage {
  return { item: item.endsWith('confidence') ? 'confidence' : 'answer', message };
}

/** One judgement with its confidence: its draft survives a reload, and it is complete before it is submitted. */
export function useJudgement({ prompt, page, disabled, confidence, recorder, rejected }: Options) {
  const w = useStudyMessages().validationMessages;
  const { confidence: sure } = useTaskMessages().judge;
  const { draft, save } = useDraft<Half>(page);
  const [given, setGiven] = useState<Half | null>(null);
  const [errors, setErrors] = useState<readonly FieldMessage[]>([]);
  const half = given ?? draft ?? {};
  const answer = half.answer && disabled.includes(half.answer) ? undefined : half.answer;

  const lastRejected = useRef(rejected);
  useEffect(() => {
    if (lastRejected.current === rejected) return;
    lastRejected.current = rejected;
    setErrors(rejected.map(atControl));
  }, [rejected]);

  const change = (item: 'answer' | 'confidence', next: Half) => {
    recorder.changed(item);
    const all = { ...half, ...next };
    setGiven(all);
    save(all);
  };

  const check = (): Judgement | undefined => {
    const missing: FieldMessage[] = [];
    if (answer === undefined) missing.push({ item: 'answer', message: w.chooseOne });
    if (confidence && half.confidence === undefined) {
      missing.push({ item: 'confidence', message: w.choosePoint });
    }
    setErrors(missing);
    if (answer === undefined || missing.length > 0) return undefined;
    return half.confidence === undefined ? { answer } : { answer, confidence: half.confidence };
  };

  const summary = useMemo(
    () =>
      errors.map(({ item, message }) => ({
        id: item,
        message: withQuestion(item === 'answer' ? prompt : sure, message),
      })),
    [errors, prompt, sure],
  );
  return {
    answer,
    confidence: half.confidence,
    choose: (value: string) => !disabled.includes(value) && change('answer', { answer: value }),
    setConfidence: (value: number) => change('confidence', { confidence: value }),
    summary,
    errorOf: (item: string) => errors.find((error) => error.item === item)?.message,
    check,
  };
}
