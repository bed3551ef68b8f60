import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Receipt } from '@/api/schema';
import { notify } from '@/features/notifications/store';
import { submit } from '@/features/outbox/outbox';
import { overtake } from '@/features/outbox/queue';
import { errorMessage } from '@/lib/error-message';
import type { FieldMessage } from '@/lib/problems';
import { ApiProblem } from '@/lib/problems';
import { hasEnded } from '@/lib/session';
import { wayOut } from './loaded';
import { handingIn } from './use-unsent';

type Submission = Parameters<typeof submit>[0];

/** Handing in: once at a time, with the server's complaints, and on to the page of the receipt. */
export interface Handing {
  busy: boolean;
  /** What the server would not take, by variable. */
  fields: FieldMessage[];
  send: (submission: Submission, done?: (receipt: Receipt) => void) => Promise<void>;
}

export function useSubmission(): Handing {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<FieldMessage[]>([]);
  // State comes too late for the second click of a double click.
  const running = useRef(false);

  const go = (to: string, replace: boolean) => {
    if (to !== window.location.pathname) void navigate(to, { replace });
  };

  const send: Handing['send'] = async (submission, done) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    handingIn.set(handingIn.get() + 1);
    try {
      const receipt = await submit(submission);
      setFields([]);
      // Handed in before, and it leads nowhere: on another tab this page is further than it is here.
      if (receipt.repeated && receipt.currentState === window.location.pathname) overtake();
      else done?.(receipt);
      go(receipt.currentState, false);
    } catch (error) {
      const to = wayOut(error);
      if (to) go(to, true);
      else if (error instanceof ApiProblem && error.fields.length > 0) setFields(error.fields);
      // That the session has ended is said elsewhere.
      else if (!hasEnded()) notify('bad', errorMessage(error), 0);
    } finally {
      handingIn.set(handingIn.get() - 1);
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, fields, send };
}
