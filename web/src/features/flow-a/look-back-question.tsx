import type { Question } from '@/api/schema';
import { FeedbackView } from '@/features/judgement/feedback-view';
import { PersonaStrip } from '@/features/personas/persona-strip';
import { LookBack } from '@/features/study-page/look-back';
import { StudyMain } from '@/features/study-page/study-main';
import { useSession } from '@/lib/session';
import { useStudyMessages } from '@/locales/study';
import { QuestionSteps } from './question-steps';

type Props = { question: Question; questions: readonly Question[] };

/** A question that has been answered, to look at again. */
export function LookBackQuestion({ question, questions }: Props) {
  const { user } = useSession();
  const w = useStudyMessages().questionnaire;
  const label = question.options.find(
    (one) => one.value === question.answers.at(-1)?.answer,
  )?.label;
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
