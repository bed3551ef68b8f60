import { useEffect, useRef, useState } from 'react';
import type { PublicEvidence, PublicMedia } from '@/api/schema';
import { reminderOf, useDraft } from '@/features/outbox/drafts';
import type { Recorder } from '@/features/timing/recorder';
import { findUnseen, REMINDER, type Unseen } from './unseen';

type Judged = { media: readonly PublicMedia[]; evidence?: readonly PublicEvidence[] };

/**
 * Holds a submission back once if its medium was not played or loaded, or no evidence was opened. Never twice, not even
 * after a reload: sound may be impossible, and to judge without looking is the participant's decision. The component
 * must be keyed by the item.
 */
export function useUnseenStop(recorder: Recorder) {
  const [unseen, setUnseen] = useState<Unseen | null>(null);
  const { draft: reminded, save } = useDraft<true>(reminderOf(recorder.page));
  /** What was judged when the submission was held back. */
  const stopped = useRef<Judged | null>(null);

  // The message disappears once it no longer applies.
  useEffect(() => {
    if (!unseen) return;
    let frame = 0;
    const check = () => {
      // The recorder learns of the event after this listener.
      frame = requestAnimationFrame(() => {
        const judged = stopped.current;
        setUnseen(judged && findUnseen(recorder.snapshot(), judged.media, judged.evidence));
      });
    };
    const events = ['play', 'load', 'toggle', 'error'] as const;
    for (const name of events) document.addEventListener(name, check, true);
    return () => {
      cancelAnimationFrame(frame);
      for (const name of events) document.removeEventListener(name, check, true);
    };
  }, [unseen, recorder]);

  /** Whether the answers can be submitted now. If not, the message is shown. */
  const mayPass = (judged: Judged): boolean => {
    if (stopped.current || reminded) return true;
    const found = findUnseen(recorder.snapshot(), judged.media, judged.evidence);
    if (!found) return true;
    stopped.current = judged;
    recorder.opened(REMINDER);
    save(true);
    setUnseen(found);
    return false;
  };
  return { unseen, mayPass };
}
