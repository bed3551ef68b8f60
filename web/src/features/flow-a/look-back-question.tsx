import type { Question } from '@/api/schema';
import { answerLabel } from '@/features/judgement/asked';
import { FeedbackView } from '@/features/judgement/feedback-view';
import { PersonaStrip } from '@/features/personas/persona-strip';
import { LookBack } from '@/features/study-page/look-back';
import { StudyMain } from '@/features/study-page/study-main';
import { useSession } from '@/lib/session';
import { useStudyMessages } from '@/locales/study';
import { QuestionSteps } from './question-steps';

type Props = { question: Question; questions: readonly Question[] };

/** An answered question, to review. */
export function LookBackQuestion({ question, questions }: Props) {
  const { user } = useSession();
  const w = useStudyMessages().questionnaire;
  const label = answerLabel(question);
  if (!question.verdict) return null;
  return (
    <StudyMain tight>
      <PersonaStrip persona={question.persona} />
      <FeedbackView feedback={question.verdict} media={question.media} />
      {label && <p>{w.yourAnswer(label)}</p>}
      <QuestionSteps question={question} questions={questions} />
      <LookBack present={user?.currentState ?? '/dashboard'} />
    </StudyMain>
  );
}
