import type { ReactNode } from 'react';
import type { PublicFeedback } from '@/api/schema';
import { useMove } from '@/features/study-page/continue-button';
import { useStudyMessages } from '@/locales/study';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import { Dock } from '@/ui/dock';
import { Icon } from '@/ui/icon';

type Props = {
  feedback: PublicFeedback;
  /** The page of the question, for another attempt. */
  question: string;
  nextState: string | null;
  /** In place of "Continue" where there is no next page. */
  finish?: ReactNode;
};

/** On from the feedback: another attempt first, where one is allowed; going on is always possible. */
export function FeedbackActions({ feedback, question, nextState, finish }: Props) {
  const w = useStudyMessages();
  const task = useTaskMessages();
  const { busy, move } = useMove();
  const retry = feedback.mayRetry;
  return (
    <Dock>
      {retry && (
        <Button aria-disabled={busy} onClick={() => void move(question)}>
          <Icon name="replay" size={20} />
          {task.feedback.tryAgain}
        </Button>
      )}
      {nextState === null ? (
        finish
      ) : (
        <Button
          variant={retry ? 'quiet' : 'primary'}
          aria-disabled={busy}
          onClick={() => void move(nextState)}
        >
          {retry ? task.feedback.goOn : w.continue}
          {!retry && <Icon name="next" size={20} />}
        </Button>
      )}
    </Dock>
  );
}
