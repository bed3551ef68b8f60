import { useEffect, useMemo, useRef, useState } from 'react';
import type { PublicItem } from '@/api/schema';
import { useDraft } from '@/features/outbox/drafts';
import type { Recorder } from '@/features/timing/recorder';
import type { FieldMessage } from '@/lib/problems';
import { useStudyMessages } from '@/locales/study';
import { shownItems } from './answers';
import type { Answer, Answers } from './item-kind';
import { useKinds } from './kinds';
import { summaryOf } from './summary';
import { translateWith, validate } from './validate';

type Options = {
  /** The key of the section's draft. */
  page: string;
  items: readonly PublicItem[];
  /** Answers of earlier sections, for conditions. */
  earlier: Answers;
  recorder: Recorder;
  /** The server's validation errors. */
  rejected: readonly FieldMessage[];
};

/**
 * The state of a section: its draft survives a reload, its items follow their conditions, its answers are validated.
 */
export function useSection({ page, items, earlier, recorder, rejected }: Options) {
  const w = useStudyMessages();
  const { draft, ready, save } = useDraft<Record<string, Answer>>(page);
  const [typed, setTyped] = useState<Record<string, Answer> | null>(null);
  const [reported, setReported] = useState<readonly FieldMessage[]>([]);
  /** Variables that were changed after the errors were reported. */
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const report = (errors: readonly FieldMessage[]) => {
    setReported(errors);
    setChanged(new Set());
  };
  const answers = typed ?? draft ?? {};
  const loaded = useKinds(items);
  const shown = loaded ? shownItems(items, answers, earlier) : { items: [], answers: {} };

  const lastRejected = useRef(rejected);
  useEffect(() => {
    if (lastRejected.current === rejected) return;
    lastRejected.current = rejected;
    setReported(rejected);
    setChanged(new Set());
  }, [rejected]);

  const answer = (variable: string, value: Answer | undefined) => {
    recorder.changed(variable);
    setChanged((old) => new Set(old).add(variable));
    // Uses the last state, not that of this render, because two controls may report within one event.
    setTyped((old) => {
      const next = { ...(old ?? draft ?? {}) };
      if (value === undefined) delete next[variable];
      else next[variable] = value;
      save(next);
      return next;
    });
  };

  const validationErrors = () =>
    validate(shown.items, shown.answers, translateWith(w.validationMessages));

  /** Returns the answers to submit; undefined if some are invalid, whose errors are then shown. */
  const check = (): Record<string, Answer> | undefined => {
    const found = validationErrors();
    report(found);
    return found.length === 0 ? shown.answers : undefined;
  };

  // The list stays the same until the next submission, because a new one takes the focus.
  const summary = useMemo(() => summaryOf(items, reported, w.questionnaire), [items, reported, w]);
  // An error disappears once its answer is valid; one of the server, once the answer is changed.
  const invalid = new Set(
    reported.length > 0 && loaded ? validationErrors().map(({ item }) => item) : [],
  );
  const isOpen = ({ item }: FieldMessage) =>
    invalid.has(item) || (rejected === reported && !changed.has(item));
  const errors = reported.filter(isOpen);
  const corrected = new Set(reported.filter((error) => !isOpen(error)).map(({ item }) => item));
  const byVariable = Object.fromEntries(errors.map((error) => [error.item, error.message]));
  return {
    /** Whether the code of all items is loaded; the section can't be submitted before. */
    loaded,
    ready: ready && loaded,
    answers,
    shown: shown.items,
    errors,
    summary,
    /** Variables in the summary whose answers have become valid. */
    corrected,
    byVariable,
    answer,
    check,
  };
}
