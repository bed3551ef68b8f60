import { lazy, Suspense, useState } from 'react';
import type { PublicDebrief } from '@/api/types';
import { useAccountWords } from '@/locales/account';
import { useTaskWords } from '@/locales/task';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Loading } from '@/ui/loading';
import s from './debrief.module.css';

/** With the player, so only for who looks again. */
const MarkedMedia = lazy(async () => ({
  default: (await import('../judgement/marked-media')).MarkedMedia,
}));

/** Items of the study, each with what it really is. */
export function DebriefList({ items }: { items: readonly PublicDebrief[] }) {
  return (
    <ol className={s.list}>
      {items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </ol>
  );
}

function Item({ item }: { item: PublicDebrief }) {
  const w = useAccountWords().end;
  const [open, setOpen] = useState(false);
  const { media, marks } = item;
  return (
    <li className={s.item}>
      <Thumb src={item.thumb} />
      <div className={s.words}>
        <h3>
          {w.truth}: {item.truth}
        </h3>
        {item.who && (
          <p className={s.help}>
            {item.who}, {w.invented}
          </p>
        )}
        <p>{item.text}</p>
        {item.cue && <p className={s.cue}>{item.cue}</p>}
        {item.explanation && <p className={s.help}>{item.explanation}</p>}
        {item.answer && <Answer answer={item.answer} correct={item.correct} />}
        {media && (
          <div className="no-print">
            <Button variant="secondary" small aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? w.close : marks.length > 0 ? w.seeWhat : w.lookAgain}
            </Button>
          </div>
        )}
      </div>
      {open && media && (
        <div className={s.again}>
          <Suspense fallback={<Loading />}>
            <MarkedMedia media={media} marks={marks} />
          </Suspense>
        </div>
      )}
    </li>
  );
}

function Answer({ answer, correct }: { answer: string; correct: boolean | null }) {
  const task = useTaskWords();
  const own = useAccountWords();
  return (
    <p className={s.answer}>
      {own.end.yourAnswer(answer)}
      {correct !== null && (
        <span className={correct ? s.right : s.wrong}>
          <Icon name={correct ? 'check' : 'x'} size={18} />
          {correct ? task.flowA.wasRight : task.flowA.wasWrong}
        </span>
      )}
    </p>
  );
}

function Thumb({ src }: { src: string | null }) {
  const [failed, setFailed] = useState(false);
  if (!src || failed) {
    return (
      <span className={s.thumb} aria-hidden="true">
        <Icon name="sound" />
      </span>
    );
  }
  // The words beside it say what it is.
  return (
    <img className={s.thumb} src={src} alt="" loading="lazy" onError={() => setFailed(true)} />
  );
}
