import type { PublicVerdict, Question } from '@/api/schema';
import { useTaskWords } from '@/locales/task';
import { Loading } from '@/ui/loading';
import { VerdictActions } from '../judgement/verdict-actions';
import { VerdictView } from '../judgement/verdict-view';
import { usePrefetch } from '../media/prefetch';
import { PersonaStrip } from '../personas/persona-strip';
import { LookBack } from '../study-page/look-back';
import { StudyMain } from '../study-page/study-main';
import { useWayOn } from '../study-page/use-way-on';
import { FlowAItem } from './flow-a-item';

/** The verdict on a question: the present one with the way on, an earlier one to look at. */
export function VerdictPage() {
  return (
    <FlowAItem verdict>
      {(question, { config, questions }) =>
        question.verdict ? (
          <Shown
            question={question}
            verdict={question.verdict}
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
  verdict: PublicVerdict;
  total: number;
  next: Question | undefined;
};

function Shown({ question, verdict, total, next }: Props) {
  const w = useTaskWords();
  const on = useWayOn(next ? `/flow-a/question/${next.id}` : '/flow-a/end');
  usePrefetch(next?.media);
  return (
    <StudyMain tight text={w.flowA.clip(question.number, total)}>
      <PersonaStrip persona={question.persona} />
      <VerdictView verdict={verdict} media={question.media} />
      {on?.elsewhere && <LookBack present={on.elsewhere} />}
      {on && !on.elsewhere && (
        <VerdictActions
          verdict={verdict}
          question={`/flow-a/question/${question.id}`}
          nextState={on.next}
        />
      )}
    </StudyMain>
  );
}
