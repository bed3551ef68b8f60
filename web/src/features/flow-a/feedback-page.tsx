import type { PublicFeedback, Question } from '@/api/schema';
import { FeedbackActions } from '@/features/judgement/feedback-actions';
import { FeedbackView } from '@/features/judgement/feedback-view';
import { usePrefetch } from '@/features/media/prefetch';
import { PersonaStrip } from '@/features/personas/persona-strip';
import { LookBack } from '@/features/study-page/look-back';
import { StudyMain } from '@/features/study-page/study-main';
import { useNextPage } from '@/features/study-page/use-next-page';
import { useTaskMessages } from '@/locales/task';
import { Loading } from '@/ui/loading';
import { FlowAItem } from './flow-a-item';

/** The feedback on a question: the current one with the buttons to continue, or an earlier one to review. */
export function Component() {
  return (
    <FlowAItem feedback>
      {(question, { config, questions }) =>
        question.verdict ? (
          <Shown
            question={question}
            feedback={question.verdict}
            total={config.totalQuestions}
            next={questions[question.number]}
          />
        ) : (
          <Loading />
        )
      }
    </FlowAItem>
  );
}

type Props = {
  question: Question;
  feedback: PublicFeedback;
  total: number;
  next: Question | undefined;
};

function Shown({ question, feedback, total, next }: Props) {
  const w = useTaskMessages();
  const destination = useNextPage(next ? `/flow-a/question/${next.id}` : '/flow-a/end');
  usePrefetch(next?.media);
  return (
    <StudyMain tight text={w.flowA.clip(question.number, total)}>
      <PersonaStrip persona={question.persona} />
      <FeedbackView feedback={feedback} media={question.media} />
      {destination?.present && <LookBack present={destination.present} />}
      {destination && !destination.present && (
        <FeedbackActions
          feedback={feedback}
          question={`/flow-a/question/${question.id}`}
          nextState={destination.next}
        />
      )}
    </StudyMain>
  );
}
