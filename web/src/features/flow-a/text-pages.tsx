import { type ReactNode, useEffect } from 'react';
import { useSession } from '@/lib/session';
import { useStudyWords } from '@/locales/study';
import { useTaskWords } from '@/locales/task';
import { Callout } from '@/ui/callout';
import { Card } from '@/ui/card';
import { Dock } from '@/ui/dock';
import { Icon, type IconName } from '@/ui/icon';
import { tell } from '../analytics/track';
import { usePrefetch } from '../media/prefetch';
import { ContinueButton } from '../study-page/continue-button';
import { Loaded } from '../study-page/loaded';
import { LookBack } from '../study-page/look-back';
import { PageText } from '../study-page/page-text';
import { loadPageText } from '../study-page/position';
import { StudyMain } from '../study-page/study-main';
import { useResource } from '../study-page/use-resource';
import { useWayOn } from '../study-page/use-way-on';
import { accuracyOf, type FlowAData, forgetFlowA, loadFlowA } from './data';
import s from './flow-a.module.css';
import { QuestionList } from './question-list';

type Name = 'flow-a-start' | 'flow-a-interim' | 'flow-a-end';

type Props = {
  name: Name;
  title: string;
  button?: string;
  /** See `Dock`. */
  buttonInText?: boolean;
  /** The next page in the study's order, for the administrator. */
  next: (data: FlowAData) => string | null;
  children: (data: FlowAData) => ReactNode;
};

/** A page of Flow A that needs no answer: the study's text, then what the page adds, then on. */
function TextPage({ name, next, ...rest }: Props) {
  const resource = useResource(name, async (signal, fresh) => {
    if (fresh) forgetFlowA();
    const [html, data] = await Promise.all([loadPageText(name, signal), loadFlowA(signal)]);
    return { html, data };
  });
  return (
    <Loaded resource={resource}>
      {({ html, data }) => <Shown {...rest} html={html} data={data} next={next(data)} />}
    </Loaded>
  );
}

type ShownProps = Pick<Props, 'title' | 'button' | 'buttonInText' | 'children'> & {
  html: string;
  data: FlowAData;
  next: string | null;
};

function Shown({ html, title, data, next, button, buttonInText, children }: ShownProps) {
  const on = useWayOn(next);
  return (
    <StudyMain>
      <PageText html={html} title={title} />
      {children(data)}
      {on?.elsewhere && <LookBack present={on.elsewhere} />}
      {on && !on.elsewhere && (
        <Dock inText={buttonInText}>
          <ContinueButton to={on.next}>{button}</ContinueButton>
        </Dock>
      )}
    </StudyMain>
  );
}

/** The address of the question at `index`. */
function questionAt({ questions }: FlowAData, index: number): string | null {
  const question = questions[index];
  return question ? `/flow-a/question/${question.id}` : null;
}

export function StartPage() {
  const w = useStudyWords();
  const task = useTaskWords();
  return (
    <TextPage
      name="flow-a-start"
      title={task.flowA.start}
      button={w.start}
      next={(data) => questionAt(data, 0)}
    >
      {(data) => <Facts data={data} />}
    </TextPage>
  );
}

function Facts({ data }: { data: FlowAData }) {
  const w = useTaskWords().flowA;
  usePrefetch(data.questions[0]?.media);
  const facts: [IconName, string][] = [
    ['check', w.startCount(data.config.totalQuestions)],
    ['replay', w.startPlay],
    ['pause', w.startPause],
  ];
  return (
    <ul className={s.facts}>
      {facts.map(([icon, text]) => (
        <li key={icon}>
          <Icon name={icon} />
          {text}
        </li>
      ))}
    </ul>
  );
}

export function InterimPage() {
  const w = useTaskWords().flowA;
  return (
    <TextPage
      name="flow-a-interim"
      title={w.interim}
      next={(data) => questionAt(data, data.config.interimAfter ?? 0)}
    >
      {({ config }) => (
        <Card className={s.card}>
          <Icon name="clock" />
          <div>
            <p>{w.interimText(config.interimAfter ?? 0, config.totalQuestions)}</p>
            <p className={s.help}>{w.pause}</p>
          </div>
        </Card>
      )}
    </TextPage>
  );
}

export function EndPage() {
  const w = useTaskWords().flowA;
  return (
    <TextPage name="flow-a-end" title={w.end} next={() => '/dashboard'} buttonInText>
      {(data) => <Summary data={data} />}
    </TextPage>
  );
}

function Summary({ data }: { data: FlowAData }) {
  const w = useTaskWords().flowA;
  const { user } = useSession();
  if (user?.role === 'admin') return <Callout>{w.notKept}</Callout>;
  return <Result data={data} />;
}

function Result({ data }: { data: FlowAData }) {
  const w = useTaskWords();
  const result = accuracyOf(data.questions);
  const { totalQuestions, correctAnswers, accuracy } = result;
  useEffect(() => tell('flowACompleted', result));
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
