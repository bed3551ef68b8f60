import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PublicDebrief } from '@/api/schema';
import { cx } from '@/lib/cx';
import { useAccountMessages } from '@/locales/account';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import { CheckCard } from '@/ui/check-card';
import { Icon } from '@/ui/icon';
import { Loading } from '@/ui/loading';
import s from './debrief.module.css';

/** Contains the player, so it is loaded only when a medium is opened. */
const AnnotatedMedia = lazy(async () => ({
  default: (await import('@/features/judgement/annotated-media')).AnnotatedMedia,
}));

/** How many items are shown at first; all items of a study are as high as twenty phone screens. */
const FIRST = 8;

const PARTS = ['before', 'exercise', 'after', 'later'] as const;

/** Items of the study by part, each with what it really is. All that are listed are printed. */
export function DebriefList({ items }: { items: readonly PublicDebrief[] }) {
  const w = useAccountMessages().end;
  const list = useRef<HTMLDivElement>(null);
  const [onlyWrong, setOnlyWrong] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const wrong = items.filter((item) => item.correct === false);
  const listed = onlyWrong ? wrong : items;
  const parts = PARTS.map((part) => ({ part, of: listed.filter((item) => item.part === part) }));
  const order = parts.flatMap(({ of }) => of);
  const all = showsAll || order.length <= FIRST + 2;
  const later = (item: PublicDebrief | undefined) => !all && item && order.indexOf(item) >= FIRST;
  const showAll = () => {
    flushSync(() => setShowsAll(true));
    list.current?.querySelectorAll<HTMLElement>(':scope > section > ol > li')[FIRST]?.focus();
  };
  return (
    <>
      {wrong.length > 0 && (
        <div className={cx(s.part, 'no-print')}>
          <CheckCard label={w.onlyWrong(wrong.length)} onChange={() => setOnlyWrong(!onlyWrong)} />
        </div>
      )}
      <div ref={list}>
        {parts.map(
          ({ part, of }) =>
            of.length > 0 && (
              <section key={part} className={cx(s.part, later(of[0]) && s.later)}>
                <h3>{w.result[part]}</h3>
                <ol className={s.list}>
                  {of.map((item) => (
                    <Item key={item.id} item={item} later={later(item)} />
                  ))}
                </ol>
              </section>
            ),
        )}
      </div>
      {!all && (
        <div className={cx(s.part, 'no-print')}>
          <Button variant="secondary" onClick={showAll}>
            {w.showAll(order.length)}
            <Icon name="down" size={20} />
          </Button>
        </div>
      )}
    </>
  );
}

function Item({ item, later }: { item: PublicDebrief; later: boolean | undefined }) {
  const w = useAccountMessages().end;
  const [open, setOpen] = useState(false);
  const { media, marks } = item;
  const again = media?.kind === 'image' ? w.lookAgain : w.playAgain;
  return (
    <li className={cx(s.item, later && s.later, 'panel')} tabIndex={-1}>
      <Thumb src={item.thumb} words={item.media === null} />
      <div className={s.words}>
        <h4>{w.truth(item.truth)}</h4>
        {item.who && <p className="help">{item.who}</p>}
        <Truth item={item} />
        <div className={cx(s.actions, 'no-print')}>
          {media && (
            <Button variant="secondary" small aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? w.close : marks.length > 0 ? w.seeWhat : again}
            </Button>
          )}
        </div>
      </div>
      {open && media && (
        <div className={s.again}>
          <Suspense fallback={<Loading />}>
            <AnnotatedMedia media={media} annotations={marks} />
          </Suspense>
        </div>
      )}
    </li>
  );
}

/** The truth about an item, and its cue. */
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

/** A still image, or an icon for sound or a post without a medium. */
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
