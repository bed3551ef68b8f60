import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PublicExercise } from '@/api/schema';
import { focusInView } from '@/lib/focus-in-view';
import { useAccountMessages } from '@/locales/account';
import { Button } from '@/ui/button';
import { Loading } from '@/ui/loading';
import s from './debrief.module.css';

/** Contains player and feedback, so it is loaded only for practice. */
const Exercise = lazy(async () => ({ default: (await import('./exercise')).Exercise }));

/** The training for the control group after the study, clips and posts separately. */
export function Training({ items }: { items: readonly PublicExercise[] }) {
  const w = useAccountMessages().end;
  const title = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<'clips' | 'posts' | null>(null);
  const clips = items.filter((item) => item.post === null);
  const posts = items.filter((item) => item.post !== null);
  const stop = () => {
    flushSync(() => setOpen(null));
    focusInView(title.current);
  };
  return (
    <section aria-labelledby="training" className={`${s.training} no-print`}>
      <h2 id="training" ref={title} tabIndex={-1}>
        {w.training}
      </h2>
      <p className="help">{w.trainingHelp}</p>
      {items.some((item) => item.ratedOriginal) && <p className="help">{w.trainingRated}</p>}
      <p className="help">{w.trainingFree}</p>
      {open === null ? (
        <div className={s.actions}>
          {clips.length > 0 && (
            <Button variant="secondary" onClick={() => setOpen('clips')}>
              {w.practiseClips(clips.length)}
            </Button>
          )}
          {posts.length > 0 && (
            <Button variant="secondary" onClick={() => setOpen('posts')}>
              {w.practisePosts(posts.length)}
            </Button>
          )}
        </div>
      ) : (
        <Suspense fallback={<Loading />}>
          <Exercise items={open === 'clips' ? clips : posts} onStop={stop} />
        </Suspense>
      )}
    </section>
  );
}
