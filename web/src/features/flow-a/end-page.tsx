import { useEffect } from 'react';
import { trackFlow } from '@/features/analytics/track';
import { useSession } from '@/lib/session';
import { useTaskMessages } from '@/locales/task';
import { Callout } from '@/ui/callout';
import { Card } from '@/ui/card';
import { accuracyOf, type FlowAData, forgetFlowA } from './data';
import s from './flow-a.module.css';
import { QuestionList } from './question-list';
import { TextPage } from './text-page';

/** `/flow-a/end`: after the last question. */
export function Component() {
  // The next step may be another block of Flow A, with other questions.
  useEffect(() => forgetFlowA, []);
  const w = useTaskMessages().flowA;
  return (
    <TextPage name="flow-a-end" title={w.end} next={() => '/dashboard'} buttonInText>
      {(data) => <Summary data={data} />}
    </TextPage>
  );
}

function Summary({ data }: { data: FlowAData }) {
  const w = useTaskMessages().flowA;
  const { user } = useSession();
  if (user?.role === 'admin') return <Callout>{w.notStored}</Callout>;
  return <Result data={data} />;
}

function Result({ data }: { data: FlowAData }) {
  const w = useTaskMessages();
  const result = accuracyOf(data.questions);
  const { totalQuestions, correctAnswers, accuracy } = result;
  useEffect(() => trackFlow('flowACompleted', result));
  return (
    <>
      <Card className={s.card}>
        <b className={s.percent}>{w.percent(Math.round(accuracy))}</b>
        <p>{w.flowA.accuracy(correctAnswers, totalQuestions)}</p>
      </Card>
      <QuestionList questions={data.questions} />
    </>
  );
}
