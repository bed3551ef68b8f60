import type { ReactNode } from 'react';
import type { LaterPart } from '@/api/schema';
import { ContinueButton } from '@/features/study-page/continue-button';
import { cx } from '@/lib/cx';
import { formatDateTime } from '@/lib/format';
import { isToCome } from '@/lib/part-to-come';
import { useAccountMessages } from '@/locales/account';
import type { AccountMessages } from '@/locales/account.en';
import { ButtonLink } from '@/ui/button';
import s from './later-parts.module.css';

type Words = AccountMessages['laterParts'];

type Props = {
  parts: LaterPart[] | undefined;
  /** The page on which the open part begins; absent where it can't be begun. */
  next?: string | null;
  /** Below the parts, unless all are over. */
  children?: ReactNode;
};

/** The later parts of the study that are not completed: when each is open, and the button to begin the one that is. */
export function LaterParts({ parts = [], next, children }: Props) {
  const w = useAccountMessages().laterParts;
  const left = parts.filter((part) => part.state !== 'completed');
  if (left.length === 0) return null;
  // The server begins the first one.
  const open = left.find((part) => part.state === 'open');
  const isOver = !left.some((part) => isToCome(part) || part.state === 'started');
  return (
    <section className={cx(s.parts, 'panel')} aria-labelledby="later-parts">
      <h2 id="later-parts">{isOver ? w.over : w.title}</h2>
      {left.map((part) => (
        <div key={part.opensAt + part.title} className={s.part}>
          <h3>{part.title}</h3>
          <p>{sentence(part, w)}</p>
          {part.state === 'waiting' && <p className="help">{w.how}</p>}
          {part === open && <Begin next={next}>{w.begin}</Begin>}
        </div>
      ))}
      {!isOver && children}
    </section>
  );
}

/** Elsewhere than on the last page, the way there. */
function Begin({ next, children }: { next: string | null | undefined; children: string }) {
  if (next === undefined) {
    return (
      <ButtonLink to="/end" variant="secondary" small>
        {children}
      </ButtonLink>
    );
  }
  return <ContinueButton to={next}>{children}</ContinueButton>;
}

function sentence(part: LaterPart, words: Words): string {
  const [from, to] = [formatDateTime(part.opensAt), formatDateTime(part.closesAt)];
  switch (part.state) {
    case 'waiting':
      return words.waiting(from, to, part.minutes);
    case 'open':
      return words.open(to, part.minutes);
    case 'started':
      return words.started(to);
    case 'missed':
      return words.missed(to);
    case 'declined':
      return words.declined;
    default:
      return words.ended;
  }
}
