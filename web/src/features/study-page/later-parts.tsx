import type { LaterPart } from '@/api/schema';

import { formatDateTime } from '@/lib/format';
import { useSession } from '@/lib/session';
import { useAccountMessages } from '@/locales/account';
import type { AccountMessages } from '@/locales/account.en';
import { Card } from '@/ui/card';
import { ContinueButton } from './continue-button';
import s from './later-parts.module.css';

type Words = AccountMessages['laterParts'];

/** The later parts of the study: when each opens, until when, and the button to begin the one that is open. */
export function LaterParts({ next = null }: { next?: string | null }) {
  const w = useAccountMessages().laterParts;
  const parts = useSession().user?.waves ?? [];
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="later-parts">
      <h2 id="later-parts">{w.title}</h2>
      <ul className={s.parts}>
        {parts.map((part) => (
          <li key={part.opensAt + part.title}>
            <Part part={part} words={w} next={next} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Part({ part, words, next }: { part: LaterPart; words: Words; next: string | null }) {
  return (
    <Card>
      <h3>{part.title}</h3>
      <p>{sentence(part, words)}</p>
      {part.state === 'open' && next && <ContinueButton to={next}>{words.begin}</ContinueButton>}
    </Card>
  );
}

function sentence({ state, opensAt, closesAt, minutes }: LaterPart, words: Words): string {
  switch (state) {
    case 'waiting':
      return words.waiting(formatDateTime(opensAt), formatDateTime(closesAt), minutes);
    case 'open':
      return words.open(formatDateTime(closesAt), minutes);
    case 'started':
      return words.started(formatDateTime(closesAt));
    case 'completed':
      return words.completed;
    default:
      return words.missed;
  }
}
