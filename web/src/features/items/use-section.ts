import { useEffect, useMemo, useRef, useState } from 'react';
import type { PublicItem } from '@/api/schema';
import { useDraft } from '@/features/outbox/drafts';
import type { Recorder } from '@/features/timing/recorder';
import type { FieldMessage } from '@/lib/problems';
import { useStudyMessages } from '@/locales/study';
import { shownItems } from './answers';
import type { Answer, Answers } from './item-kind';
import { summaryOf } from './summary';
import { translateWith, validate } from './validate';

type Options = {
  /** The draft of a half-filled section is saved under it. */
  page: string;
  items: readonly PublicItem[];
  /** Answers of earlier sections, for conditions. */
  earlier: Answers;
  recorder: Recorder;
  /** The server's validation errors. */
  rejected: readonly FieldMessage[];
};

/** A section being filled in: its draft survives a reload, its items follow their conditions, its answers are validated. */
export function useSection({ page, items, earlier, recorder, rejected }: Options) {
  const w = useStudyMessages();
  const { draft, ready, save } = useDraft<Record<string, Answer>>(page);
  const [typed, setTyped] = useState<Record<string, Answer> | null>(null);
  const [errors, setErrors] = useState<readonly FieldMessage[]>([]);
  const answers = typed ?? draft ?? {};
  const shown = shownItems(items, answers, earlier);

  const lastRejected = useRef(rejected);
  useEffect(() => {
    if (lastRejected.current === rejected) return;
    lastRejected.current = rejected;
    setErrors(rejected);
  }, [rejected]);

  const answer = (variable: string, value: Answer | undefined) => {
    recorder.changed(variable);
    // From the last state, not from this render: two controls may report within one event.
    setTyped((old) => {
      const next = { ...(old ?? draft ?? {}) };
      if (value === undefined) delete next[variable];
      else next[variable] = value;
      save(next);
      return next;
    });
  };

  /** The answers to submit; undefined if some are invalid, whose errors are then shown. */
  const check = (): Record<string, Answer> | undefined => {
    const found = validate(shown.items, shown.answers, translateWith(w.validationMessages));
    setErrors(found);
    return found.length === 0 ? shown.answers : undefined;
  };

  // The same list as long as the errors are the same: a new list takes the focus.
  const summary = useMemo(() => summaryOf(items, errors, w.questionnaire), [items, errors, w]);
  const byVariable = Object.fromEntries(errors.map((error) => [error.item, error.message]));
  return { ready, answers, shown: shown.items, errors, summary, byVariable, answer, check };
}
