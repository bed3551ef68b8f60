import { useRef } from 'react';
import type { Practice as PracticeReply } from '@/api/schema';
import { JudgementForm } from '@/features/judgement/judgement-form';
import type { MediaHandle } from '@/features/media/clip-player';
import { MediaPlayer } from '@/features/media/media-player';
import { Loaded } from '@/features/study-page/loaded';
import { LookBack } from '@/features/study-page/look-back';
import { loadPageText, PageText } from '@/features/study-page/page-text';
import { StudyMain } from '@/features/study-page/study-main';
import { useResource } from '@/features/study-page/use-resource';
import { useSubmit } from '@/features/study-page/use-submit';
import { useTiming } from '@/features/timing/use-timing';
import { api, localized } from '@/lib/api-client';
import { useSession } from '@/lib/session';
import { useTaskMessages } from '@/locales/task';
import s from './practice.module.css';

/** `/home`: one item that looks like the later task and teaches nothing about it. */
export function Component() {
  const resource = useResource('practice', async (signal) => {
    const [html, reply] = await Promise.all([
      loadPageText('home', signal),
      api.get('/api/practice', { ...localized(), signal }),
    ]);
    return { html, reply };
  });
  return (
    <Loaded resource={resource}>
      {({ html, reply }) => <Practice html={html} reply={reply} />}
    </Loaded>
  );
}

function Practice({ html, reply }: { html: string; reply: PracticeReply }) {
  const w = useTaskMessages();
  const { practice, answer } = reply;
  const { user } = useSession();
  const recorder = useTiming('practice');
  const submitting = useSubmit();
  const media = useRef<MediaHandle>(null);
  const player = <MediaPlayer media={practice.media} recorder={recorder} handle={media} />;
  const text = (
    <div className={s.text}>
      <PageText html={html} title={w.practice.title} />
    </div>
  );
  if (answer !== null) {
    return (
      <StudyMain tight>
        {text}
        {player}
        <LookBack present={user?.currentState ?? '/dashboard'} />
      </StudyMain>
    );
  }
  return (
    <StudyMain tight>
      {text}
      <JudgementForm
        page="practice"
        item={practice}
        recorder={recorder}
        submitting={submitting}
        handle={media}
        buttonInText
        onSubmit={(judgement) => {
          const body = { answer: judgement.answer, timing: recorder.snapshot() };
          void submitting.send('/api/practice/answer', { body, draft: 'practice' });
        }}
      >
        <div className={s.player}>{player}</div>
      </JudgementForm>
    </StudyMain>
  );
}
