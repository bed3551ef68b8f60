import { type FormEvent, useState } from 'react';
import type { Clip, ControlFlow } from '@/api/schema';
import { SectionItems } from '@/features/items/section-items';
import { useSection } from '@/features/items/use-section';
import s from '@/features/judgement/judgement.module.css';
import { UnseenStop } from '@/features/judgement/unseen-stop';
import { useUnseenStop } from '@/features/judgement/use-unseen-stop';
import { MediaPlayer } from '@/features/media/media-player';
import { usePrefetch } from '@/features/media/prefetch';
import { PersonaStrip } from '@/features/personas/persona-strip';
import { Loaded } from '@/features/study-page/loaded';
import { loadPageText } from '@/features/study-page/page-text';
import { StudyHtml } from '@/features/study-page/study-html';
import { StudyMain } from '@/features/study-page/study-main';
import { useNewStep } from '@/features/study-page/use-new-step';
import { useNextBlock } from '@/features/study-page/use-next-block';
import { useResource } from '@/features/study-page/use-resource';
import { useSubmit } from '@/features/study-page/use-submit';
import { useTiming } from '@/features/timing/use-timing';
import { api, localized } from '@/lib/api-client';
import { cx } from '@/lib/cx';
import { useStudyMessages } from '@/locales/study';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import c from '@/ui/columns.module.css';
import { Dock } from '@/ui/dock';
import { ErrorSummary } from '@/ui/error-summary';
import { Loading } from '@/ui/loading';
import { PageTitle } from '@/ui/page-shell';
import { useErrorTitle } from '@/ui/title';

/** The active control: the same layout and effort as the training, with ratings in place of judgements. */
export function Component() {
  const resource = useResource('control-flow', async (signal) => {
    const [html, reply] = await Promise.all([
      loadPageText('control-flow', signal),
      api.get('/api/control-flow', { ...localized(), signal }),
    ]);
    return { html, reply };
  });
  return (
    <Loaded resource={resource}>{({ html, reply }) => <Clips html={html} reply={reply} />}</Loaded>
  );
}

function Clips({ html, reply }: { html: string; reply: ControlFlow }) {
  const [done, setDone] = useState(reply.done);
  useNewStep(done);
  const clip = reply.clips[done];
  usePrefetch(reply.clips[done + 1]?.media);
  useNextBlock(!clip);
  // All clips are rated; the receipt opens the next page.
  if (!clip) return <Loading />;
  return (
    <RatedClip
      key={clip.id}
      clip={clip}
      total={reply.clips.at(-1)?.number ?? 0}
      intro={done === 0 ? html : ''}
      onSaved={() => setDone(done + 1)}
    />
  );
}

type ClipProps = { clip: Clip; total: number; intro: string; onSaved: () => void };

function RatedClip({ clip, total, intro, onSaved }: ClipProps) {
  const w = useTaskMessages().control;
  const { continue: goOn } = useStudyMessages();
  const page = `control-flow/${clip.id}`;
  const recorder = useTiming(page);
  const submitting = useSubmit();
  const form = useSection({
    page,
    items: clip.ratings,
    earlier: {},
    recorder,
    rejected: submitting.fields,
  });
  useErrorTitle(form.errors.length > 0);
  const stop = useUnseenStop(recorder);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const answers = form.check();
    if (!answers || !stop.mayPass({ media: clip.media ? [clip.media] : [] })) return;
    const body = { answers, timing: recorder.snapshot() };
    const call = { path: { id: clip.id }, body, draft: page };
    void submitting.send('/api/control-flow/clips/{id}/ratings', call, onSaved);
  };
  const { media, persona, context } = clip;
  const title = media ? w.clip(clip.number, total) : (context ?? '');
  return (
    <StudyMain tight text={title}>
      <ErrorSummary errors={form.summary} corrected={form.corrected} />
      <PageTitle hidden>{title}</PageTitle>
      <StudyHtml html={intro} below />
      {form.loaded ? (
        <form className={cx(s.form, media && c.columns)} onSubmit={submit} noValidate>
          <div className={c.seen}>
            {persona && <PersonaStrip persona={persona} over={media && media.kind !== 'audio'} />}
            {media && <MediaPlayer media={media} recorder={recorder} />}
            {context && (media ? <p className={s.context}>{context}</p> : <h2>{context}</h2>)}
          </div>
          <div className={cx(s.ratings, c.inside)} inert={submitting.busy}>
            <SectionItems form={form} recorder={recorder} />
          </div>
          <UnseenStop unseen={stop.unseen} />
          <Dock inText={stop.unseen !== null}>
            <Button type="submit" aria-disabled={submitting.busy}>
              {media ? w.rate : goOn}
            </Button>
          </Dock>
        </form>
      ) : (
        <Loading />
      )}
    </StudyMain>
  );
}
