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
  /** The key of the judgement's draft. */
  page: string;
  /** Disabled answers. */
  disabled: readonly string[];
  confidence?: boolean;
  recorder: Recorder;
  rejected: readonly FieldMessage[];
};

/** The server names the variable; the form has two controls. */
function atControl({ item, message }: FieldMessage): FieldMessage {
  return { item: item.endsWith('confidence') ? 'confidence' : 'answer', message };
}

/**
 * The state of a judgement with confidence: its draft survives a reload, and it must be complete before it is
 * submitted.
 */
export function useJudgement({ prompt, page, disabled, confidence, recorder, rejected }: Options) {
  const w = useStudyMessages().validationMessages;
  const { confidence: sure } = useTaskMessages().judge;
  const { draft, save } = useDraft<Half>(page);
  const [given, setGiven] = useState<Half | null>(null);
  const [errors, setErrors] = useState<readonly FieldMessage[]>([]);
  /** Controls that were changed after the errors were reported; any choice is valid. */
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set());
  const half = given ?? draft ?? {};
  const answer = half.answer && disabled.includes(half.answer) ? undefined : half.answer;

  const lastRejected = useRef(rejected);
  useEffect(() => {
    if (lastRejected.current === rejected) return;
    lastRejected.current = rejected;
    setErrors(rejected.map(atControl));
    setCorrected(new Set());
  }, [rejected]);

  const change = (item: 'answer' | 'confidence', next: Half) => {
    recorder.changed(item);
    setCorrected((old) => new Set(old).add(item));
    const all = { ...half, ...next };
    setGiven(all);
    save(all);
  };

  const check = (): Judgement | undefined => {
    const missing: FieldMessage[] = [];
    if (answer === undefined) missing.push({ item: 'answer', message: w.choose_one });
    if (confidence && half.confidence === undefined) {
      missing.push({ item: 'confidence', message: w.choose_point });
    }
    setErrors(missing);
    setCorrected(new Set());
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
    corrected,
    errorOf: (item: string) =>
      errors.find((error) => error.item === item && !corrected.has(item))?.message,
    check,
  };
}
