import {
  type CSSProperties,
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { PublicFollowup, PublicMedia, Question } from '@/api/schema';
import type { Answer } from '@/features/items/item-kind';
import { ItemField } from '@/features/items/section-items';
import { useSection } from '@/features/items/use-section';
import { StudyMain } from '@/features/study-page/study-main';
import { useSubmit } from '@/features/study-page/use-submit';
import { useTiming } from '@/features/timing/use-timing';
import { cx } from '@/lib/cx';
import { useStudyMessages } from '@/locales/study';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import c from '@/ui/columns.module.css';
import { Dock } from '@/ui/dock';
import { ErrorSummary } from '@/ui/error-summary';
import { Icon } from '@/ui/icon';
import { Loading } from '@/ui/loading';
import { PageTitle } from '@/ui/page-shell';
import { useErrorTitle } from '@/ui/title';
import { applyReceipt } from './data';
import { FinishedQuestion } from './finished-question';
import { FlowAItem } from './flow-a-item';
import { followupAnswers, followupItems, markOf } from './followup';
import s from './followup.module.css';
import type { Point } from './region';

/** Contains the player, so it is loaded only for studies that ask for a region, by the question's page if possible. */
const RegionQuestion = lazy(async () => ({
  default: (await import('./region-question')).RegionQuestion,
}));

/** "What made you decide?", between the answer and the feedback. */
export function Component() {
  return (
    <FlowAItem>
      {(question, { config, questions }) => {
        if (question.verdict) {
          return <FinishedQuestion question={question} questions={questions} />;
        }
        if (!config.followup) return <Loading />;
        const props = { question, followup: config.followup, total: config.totalQuestions };
        return <Followup key={question.id} {...props} />;
      }}
    </FlowAItem>
  );
}

type Props = { question: Question; followup: PublicFollowup; total: number };

function Followup({ question, followup, total }: Props) {
  const w = useStudyMessages();
  const task = useTaskMessages();
  const page = `flow-a/${question.id}/followup/${question.answers.length}`;
  const recorder = useTiming(page);
  const submitting = useSubmit();
  const items = useMemo(() => followupItems(followup, task.flowA.words), [followup, task]);
  const form = useSection({
    page,
    items,
    earlier: {},
    recorder,
    rejected: submitting.fields,
  });
  useErrorTitle(form.errors.length > 0);
  const mark = markOf(form.answers);
  const select = (next: Point | undefined) => {
    form.answer('mark_x', next?.x);
    form.answer('mark_y', next?.y);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = form.check();
    if (!checked) return;
    const { id } = question;
    const body = { answers: followupAnswers(checked, mark), timing: recorder.snapshot() };
    const call = { path: { id }, body, draft: page };
    void submitting.send('/api/flow-a/questions/{id}/followup', call, (receipt) =>
      applyReceipt(id, null, receipt),
    );
  };
  const count = task.flowA.clip(question.number, total);
  const field = (id: string) => {
    const item = form.shown.find((one) => one.id === id);
    if (!item) return null;
    const { answers, byVariable: errors, answer: onAnswer } = form;
    return <ItemField {...{ item, answers, errors, onAnswer, recorder }} compact />;
  };
  const marking = followup.mark && question.media.kind !== 'audio';

  return (
    <StudyMain tight text={count}>
      <ErrorSummary errors={form.summary} corrected={form.corrected} />
      <PageTitle hidden>{count}</PageTitle>
      <form className={cx(s.form, marking && c.columns)} onSubmit={submit} noValidate>
        {marking && (
          <div className={cx(c.seen, s.low)} inert={submitting.busy}>
            <Suspense fallback={<Place media={question.media} />}>
              <RegionQuestion
                media={question.media}
                recorder={recorder}
                point={mark}
                onSelect={select}
              />
            </Suspense>
          </div>
        )}
        <div className={cx(s.held, c.inside)} inert={submitting.busy}>
          {field('reasons')}
          <Words error={form.byVariable.words} text={form.answers.words}>
            {field('words')}
          </Words>
        </div>
        <Dock inText>
          <Button type="submit" aria-disabled={submitting.busy}>
            {w.continue}
            <Icon name="next" size={20} />
          </Button>
        </Dock>
      </form>
    </StudyMain>
  );
}

/** Reserves the place of a medium of known size whose player is loading. */
function Place({ media: { kind, width, height } }: { media: PublicMedia }) {
  const style = { '--r': `${width}/${height}` } as CSSProperties;
  return <div className={s.place} data-kind={kind} style={style} />;
}

type WordsProps = { error: string | undefined; text: Answer | undefined; children: ReactNode };

/** The text field, folded until the participant opens it, or it has a text or an error. */
function Words({ error, text, children }: WordsProps) {
  const w = useStudyMessages().questionnaire;
  const task = useTaskMessages().flowA;
  const [open, setOpen] = useState(false);
  const hasText = Boolean(text);
  useEffect(() => {
    if (error || hasText) setOpen(true);
  }, [error, hasText]);
  if (!children) return null;
  return (
    <details
      className={s.words}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Icon name="down" size={20} />
        <span>
          {task.words} <span className={s.optional}>{w.optional}</span>
        </span>
      </summary>
      {children}
    </details>
  );
}
