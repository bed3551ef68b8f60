import { type FormEvent, lazy, Suspense, useState } from 'react';
import type { PublicItem, PublicMedia, PublicSection } from '@/api/schema';
import type { Answers } from '@/features/items/item-kind';
import { retryWhenOnline } from '@/features/items/lazy';
import { counterOf } from '@/features/items/ordinals';
import { SectionItems } from '@/features/items/section-items';
import { useSection } from '@/features/items/use-section';
import { UnseenStop } from '@/features/judgement/unseen-stop';
import { useUnseenStop } from '@/features/judgement/use-unseen-stop';
import { SavedState } from '@/features/outbox/saved-state';
import { StudyHtml } from '@/features/study-page/study-html';
import { StudyMain } from '@/features/study-page/study-main';
import { useSubmit } from '@/features/study-page/use-submit';
import { useTiming } from '@/features/timing/use-timing';
import { cx } from '@/lib/cx';
import { useStudyMessages } from '@/locales/study';
import { Button } from '@/ui/button';
import c from '@/ui/columns.module.css';
import { Dock } from '@/ui/dock';
import { ErrorSummary } from '@/ui/error-summary';
import { Icon } from '@/ui/icon';
import { Loading } from '@/ui/loading';
import { PageTitle } from '@/ui/page-shell';
import { useErrorTitle } from '@/ui/title';
import type { QUESTIONNAIRES, QuestionnaireName } from './api';
import { LeaveForNow } from './leave-for-now';
import s from './questionnaire.module.css';

const Advice = lazy(() => retryWhenOnline(() => import('./advice')));

type Props = (typeof QUESTIONNAIRES)[QuestionnaireName] & {
  /** The key of drafts and times. */
  page: string;
  section: PublicSection;
  /** Above the heading. */
  eyebrow: string;
  intro: string | null;
  /** Of the last questionnaire. */
  last: boolean;
  earlier: Answers;
  number: number;
  onSaved: (answers: Answers) => void;
};

/** One section on one page: error summary, heading, items, button to continue. */
export function SectionForm(props: Props) {
  const { page, section, last } = props;
  const { questionnaire: w, start, continue: goOn } = useStudyMessages();
  const recorder = useTiming(page);
  const submitting = useSubmit();
  const form = useSection({
    page,
    items: section.items,
    earlier: props.earlier,
    recorder,
    rejected: submitting.fields,
  });
  const counted = counterOf(section, w);
  const [first, ...others] = section.items;
  const judged = first?.kind === 'judgement' && others.length === 0;
  const isLater = (section.counter?.number ?? 1) > 1 || section.stage === 'final';
  // Below its instructions, a judgement would not fit the window.
  const hasOwnPage = judged && !isLater && section.intro !== null;
  const [begun, setBegun] = useState(false);
  const reading = hasOwnPage && !begun && form.answers[first.id] === undefined;
  const wrong = form.errors.length > 0;
  useErrorTitle(wrong);
  const stop = useUnseenStop(recorder);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const answers = form.check();
    // What is judged again was seen before.
    const media = section.advice ? [] : judgedMedia(form.shown, answers ?? {});
    if (!answers || !stop.mayPass({ media })) return;
    const body = { answers, section: section.id, timing: recorder.snapshot() };
    const call = { body, failure: props.failure, draft: page };
    void submitting.send(props.path, call, () => props.onSaved(answers));
  };

  const begin = () => {
    setBegun(true);
    window.scrollTo(0, 0);
  };

  const ways = (
    <div className={s.ways}>
      <Dock inText={stop.unseen !== null}>
        <Button
          type={reading ? 'button' : 'submit'}
          aria-disabled={submitting.busy}
          onClick={reading ? begin : undefined}
        >
          {reading ? start : goOn}
          <Icon name="next" size={20} />
        </Button>
      </Dock>
      <div className={s.aside}>
        <LeaveForNow />
        <SavedState saved={props.number > 1} />
      </div>
    </div>
  );

  return (
    <StudyMain tight={judged}>
      <ErrorSummary errors={form.summary} corrected={form.corrected} />
      <header className={cx(s.head, judged && !reading && s.line)}>
        <p className="eyebrow">{props.eyebrow}</p>
        <PageTitle step={Number(reading)}>
          {reading || !counted ? section.title : counted}
        </PageTitle>
        {props.intro && (reading || !hasOwnPage) && <StudyHtml html={props.intro} below />}
        {section.intro && (
          <Intro html={section.intro} folded={isLater || (hasOwnPage && !reading)} />
        )}
      </header>
      {!form.loaded && <Loading />}
      {form.ready && reading && ways}
      {form.ready && !reading && (
        <form className={cx(s.form, judged && c.columns)} onSubmit={submit} noValidate>
          {section.advice && (
            <div aria-live="polite">
              <Suspense>
                <Advice advice={section.advice} items={section.items} />
              </Suspense>
            </div>
          )}
          <div className={cx(s.items, c.inside)} inert={submitting.busy}>
            <SectionItems form={form} recorder={recorder} />
          </div>
          <p className="help">{w[noteOf(section, counted, last)]}</p>
          <UnseenStop unseen={stop.unseen} />
          {ways}
        </form>
      )}
    </StudyMain>
  );
}

/** What continuing does to the answers. Before advice, nothing may announce that the judgement is made again. */
function noteOf({ stage }: PublicSection, counted: string | null | undefined, last: boolean) {
  if (stage === 'initial') return 'storedNote';
  if (counted) return 'itemNote';
  return last ? 'finalNote' : 'sectionNote';
}

/** The media whose judgement was answered. */
function judgedMedia(items: readonly PublicItem[], answers: Answers): PublicMedia[] {
  return items.flatMap((item) =>
    item.kind === 'judgement' && item.media && answers[item.id] !== undefined ? item.media : [],
  );
}

/** The section's text: in full above a section or on its own page, folded above its judgements. */
function Intro({ html, folded }: { html: string; folded: boolean }) {
  const w = useStudyMessages().questionnaire;
  if (!folded) return <StudyHtml html={html} below />;
  return (
    <details className={s.intro}>
      <summary>{w.readAgain}</summary>
      <StudyHtml html={html} below />
    </details>
  );
}
