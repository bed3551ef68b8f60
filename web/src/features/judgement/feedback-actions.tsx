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
  /** Replaces "Continue" if there is no next page. */
  finish?: ReactNode;
};

/** The buttons after the feedback: another attempt, if allowed, and always the next page. */
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
          {feedback.secondLook ? task.feedback.lookAgain : task.feedback.tryAgain}
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
