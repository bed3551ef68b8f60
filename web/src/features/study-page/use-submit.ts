import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Receipt } from '@/api/schema';
import { notify } from '@/features/notifications/store';
import { type Submission, type SubmissionPath, submit } from '@/features/outbox/outbox';
import { markStale } from '@/features/outbox/queue';
import type { FieldMessage } from '@/lib/problems';
import { ApiProblem, isTooLate } from '@/lib/problems';
import { hasEnded } from '@/lib/session';
import { pagePath } from '@/lib/site';
import { errorMessage } from '@/locales/error-message';
import { useStudyMessages } from '@/locales/study';
import { redirectOf } from './loaded';
import { pendingSubmissions } from './use-unsent';

/** Submits a page, never twice at the same time, and opens the page in the receipt. */
export interface Submitting {
  busy: boolean;
  /** The server's validation errors, by variable. */
  fields: FieldMessage[];
  send: <P extends SubmissionPath>(
    path: P,
    submission: Submission<P>,
    done?: (receipt: Receipt) => void,
  ) => Promise<void>;
}

export function useSubmit(): Submitting {
  const navigate = useNavigate();
  const { tooLate } = useStudyMessages();
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<FieldMessage[]>([]);
  // State is updated too late for the second click of a double click.
  const running = useRef(false);

  const go = (to: string, replace: boolean) => {
    if (to !== pagePath()) void navigate(to, { replace });
  };

  const send: Submitting['send'] = async (path, submission, done) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    pendingSubmissions.set(pendingSubmissions.get() + 1);
    try {
      const receipt = await submit(path, submission);
      setFields([]);
      // Already submitted, but still on this page: another tab has continued.
      if (receipt.repeated && receipt.currentState === pagePath()) markStale();
      else done?.(receipt);
      go(receipt.currentState, false);
    } catch (error) {
      const to = redirectOf(error);
      if (isTooLate(error)) notify('bad', tooLate, 0);
      if (to) go(to, true);
      else if (error instanceof ApiProblem && error.fields.length > 0) setFields(error.fields);
      // Root reports that the session has ended.
      else if (!hasEnded()) notify('bad', errorMessage(error), 0);
    } finally {
      pendingSubmissions.set(pendingSubmissions.get() - 1);
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, fields, send };
}
