import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PublicDebrief } from '@/api/schema';
import { cx } from '@/lib/cx';
import { useAccountMessages } from '@/locales/account';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Loading } from '@/ui/loading';
import s from './debrief.module.css';

/** With the player, so only for who looks again. */
const AnnotatedMedia = lazy(async () => ({
  default: (await import('@/features/judgement/annotated-media')).AnnotatedMedia,
}));

/** What is shown at once: a whole study's items are as high as twenty phones. */
const FIRST = 8;

/** Items of the study, each with what it really is. All of them are printed. */
export function DebriefList({ items }: { items: readonly PublicDebrief[] }) {
  const w = useAccountMessages().end;
  const list = useRef<HTMLOListElement>(null);
  const [all, setAll] = useState(items.length <= FIRST + 2);
  const showAll = () => {
    flushSync(() => setAll(true));
    const next = list.current?.children[FIRST];
    if (next instanceof HTMLElement) next.focus();
  };
  return (
    <>
      <ol className={s.list} ref={list}>
        {items.map((item, index) => (
          <Item key={item.id} item={item} later={!all && index >= FIRST} />
        ))}
      </ol>
      {!all && (
        <div className={cx(s.more, 'no-print')}>
          <Button variant="secondary" onClick={showAll}>
            {w.showAll(items.length)}
            <Icon name="down" size={20} />
          </Button>
        </div>
      )}
    </>
  );
}

function Item({ item, later }: { item: PublicDebrief; later: boolean }) {
  const w = useAccountMessages().end;
  const [open, setOpen] = useState(false);
  const { media, marks } = item;
  return (
    <li className={cx(s.item, later && s.later, 'panel')} tabIndex={-1}>
      <Thumb src={item.thumb} words={item.media === null} />
      <div className={s.words}>
        <h3>{w.truth(item.truth)}</h3>
        {item.who && (
          <p className="help">
            {item.who}, {w.invented}
          </p>
        )}
        <Truth item={item} />
        <div className={cx(s.actions, 'no-print')}>
          {media && (
            <Button variant="secondary" small aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? w.close : marks.length > 0 ? w.seeWhat : w.lookAgain}
            </Button>
          )}
        </div>
      </div>
      {open && media && (
        <div className={s.again}>
          <Suspense fallback={<Loading />}>
            <AnnotatedMedia media={media} marks={marks} />
          </Suspense>
        </div>
      )}
    </li>
  );
}

/** What an item really was, and the cue to it. */
function Truth({ item }: { item: PublicDebrief }) {
  return (
    <>
      <p>{item.text}</p>
      {item.cue && <p className={s.cue}>{item.cue}</p>}
      {item.explanation && <p className="help">{item.explanation}</p>}
      {item.answer && <Answer answer={item.answer} correct={item.correct} />}
    </>
  );
}

function Answer({ answer, correct }: { answer: string; correct: boolean | null }) {
  const task = useTaskMessages();
  const own = useAccountMessages();
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

/** A still, or an icon for sound or for a post without a medium. */
function Thumb({ src, words }: { src: string | null; words: boolean }) {
  const [failed, setFailed] = useState(false);
  if (!src || failed) {
    return (
      <span className={s.thumb} aria-hidden="true">
        <Icon name={words ? 'user' : 'sound'} />
      </span>
    );
  }
  // The text next to it describes it.
  return (
    <img className={s.thumb} src={src} alt="" loading="lazy" onError={() => setFailed(true)} />
  );
}
