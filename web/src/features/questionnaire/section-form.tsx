import { type FormEvent, Suspense } from 'react';
import type { PublicSection } from '@/api/schema';
import type { Answers } from '@/features/items/item-kind';
import { SectionItems } from '@/features/items/section-items';
import { useSection } from '@/features/items/use-section';
import { SavedState } from '@/features/outbox/saved-state';
import { StudyHtml } from '@/features/study-page/study-html';
import { StudyMain } from '@/features/study-page/study-main';
import { useSubmit } from '@/features/study-page/use-submit';
import { useTiming } from '@/features/timing/use-timing';
import { useErrorTitle } from '@/lib/title';
import { useStudyMessages } from '@/locales/study';
import { Button } from '@/ui/button';
import { Dock } from '@/ui/dock';
import { ErrorSummary } from '@/ui/error-summary';
import { Icon } from '@/ui/icon';
import { Loading } from '@/ui/loading';
import { PageTitle } from '@/ui/page-shell';
import type { QUESTIONNAIRES, QuestionnaireName } from './api';
import { LeaveForNow } from './leave-for-now';
import s from './questionnaire.module.css';

type Props = (typeof QUESTIONNAIRES)[QuestionnaireName] & {
  /** Drafts and times are stored under it. */
  page: string;
  section: PublicSection;
  /** Above the heading. */
  eyebrow: string;
  intro: string | null;
  last: boolean;
  earlier: Answers;
  number: number;
  onSaved: (answers: Answers) => void;
};

/** One section on one screen: error summary, heading, items, continue. */
export function SectionForm(props: Props) {
  const { page, section, last } = props;
  const w = useStudyMessages().questionnaire;
  const recorder = useTiming(page);
  const submitting = useSubmit();
  const form = useSection({
    page,
    items: section.items,
    earlier: props.earlier,
    recorder,
    rejected: submitting.fields,
  });
  const wrong = form.errors.length > 0;
  useErrorTitle(wrong);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const answers = form.check();
    if (!answers) return;
    const body = { answers, section: section.id, timing: recorder.snapshot() };
    const call = { body, failure: props.failure, draft: page };
    void submitting.send(props.path, call, () => props.onSaved(answers));
  };

  return (
    <StudyMain>
      <ErrorSummary errors={form.summary} />
      <header className={s.head}>
        <p className="eyebrow">{props.eyebrow}</p>
        <PageTitle>{section.title}</PageTitle>
        {props.intro && <StudyHtml html={props.intro} below />}
        {section.intro && <StudyHtml html={section.intro} below />}
      </header>
      {form.ready && (
        <Suspense fallback={<Loading />}>
          <form className={s.form} onSubmit={submit} noValidate>
            <div className={s.items} inert={submitting.busy}>
              <SectionItems form={form} recorder={recorder} />
            </div>
            <p className="help">{last ? w.finalNote : w.sectionNote}</p>
            <div className={s.ways}>
              <Dock>
                <SubmitButton busy={submitting.busy} />
              </Dock>
              <div className={s.aside}>
                <LeaveForNow />
                <SavedState saved={props.number > 1} />
              </div>
            </div>
          </form>
        </Suspense>
      )}
    </StudyMain>
  );
}

function SubmitButton({ busy }: { busy: boolean }) {
  const w = useStudyMessages();
  return (
    <Button type="submit" aria-disabled={busy}>
      {w.continue}
      <Icon name="next" size={20} />
    </Button>
  );
}
