import { useEffect, useRef } from 'react';
import type { Question } from '@/api/schema';
import { trackFlow } from '@/features/analytics/track';
import { askedNow } from '@/features/judgement/asked';
import s from '@/features/judgement/judgement.module.css';
import { JudgementForm } from '@/features/judgement/judgement-form';
import type { Judgement } from '@/features/judgement/use-judgement';
import type { MediaHandle } from '@/features/media/clip-player';
import { MediaPlayer } from '@/features/media/media-player';
import { usePrefetch } from '@/features/media/prefetch';
import { PersonaStrip } from '@/features/personas/persona-strip';
import { StudyMain } from '@/features/study-page/study-main';
import { useIsCurrentPage } from '@/features/study-page/use-is-current-page';
import { useSubmit } from '@/features/study-page/use-submit';
import { useTiming } from '@/features/timing/use-timing';
import { useStudyMessages } from '@/locales/study';
import { useTaskMessages } from '@/locales/task';
import { PageTitle } from '@/ui/page-shell';
import { applyReceipt, type FlowAData } from './data';
import { FinishedQuestion } from './finished-question';
import { FlowAItem } from './flow-a-item';
import { flowA, useFlowA } from './store';

/** A question of Flow A, to answer or to review. */
export function Component() {
  const isCurrent = useIsCurrentPage();
  return (
    <FlowAItem>
      {(question, data) => {
        // Feedback that offers another attempt is final if the participant continued without it.
        const finished = question.verdict && !(question.verdict.mayRetry && isCurrent);
        return finished ? (
          <FinishedQuestion question={question} questions={data.questions} />
        ) : (
          <OpenQuestion key={question.id} question={question} data={data} />
        );
      }}
    </FlowAItem>
  );
}

function OpenQuestion({ question, data }: { question: Question; data: FlowAData }) {
  const w = useTaskMessages();
  const { continue: goOn } = useStudyMessages();
  const attempt = question.answers.length + 1;
  const page = `flow-a/${question.id}/${attempt}`;
  const recorder = useTiming(page);
  const submitting = useSubmit();
  const media = useRef<MediaHandle>(null);
  const stored = useFlowA().disabledAnswers[question.id] ?? question.disabledAnswers;
  const asked = askedNow({ ...question, disabledAnswers: stored });
  const index = question.number - 1;
  useEffect(() => flowA.goTo(index), [index]);
  usePrefetch(data.questions[index + 1]?.media);
  const asksForRegion = data.config.followup?.mark && attempt === 1;
  // Its player is here already. A failure is ignored; the follow-up loads it itself.
  useEffect(() => {
    if (asksForRegion) import('./region-question').catch(() => {});
  }, [asksForRegion]);

  const submit = (judgement: Judgement) => {
    const { id } = question;
    const body = { ...judgement, timing: recorder.snapshot() };
    const given = { answer: judgement.answer, confidence: judgement.confidence ?? null };
    trackFlow('questionSubmitted', id);
    const call = { path: { id }, body, draft: page };
    void submitting.send('/api/flow-a/questions/{id}/answer', call, (receipt) =>
      applyReceipt(id, given, receipt),
    );
  };
  const count = w.flowA.clip(question.number, data.config.totalQuestions);

  return (
    <StudyMain tight text={count}>
      <PageTitle hidden>{count}</PageTitle>
      <JudgementForm
        page={page}
        item={asked}
        disabled={asked.disabledAnswers}
        recorder={recorder}
        submitting={submitting}
        handle={media}
        // The follow-up comes once, after the first answer.
        action={data.config.followup && attempt === 1 ? goOn : undefined}
        onSubmit={submit}
      >
        {!asked.hint && (
          <PersonaStrip persona={question.persona} over={question.media.kind !== 'audio'} />
        )}
        <MediaPlayer media={question.media} recorder={recorder} handle={media} />
        {question.context && !asked.hint && <p className={s.context}>{question.context}</p>}
      </JudgementForm>
    </StudyMain>
  );
}
