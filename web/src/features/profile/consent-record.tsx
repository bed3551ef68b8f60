import type { GivenConsent as Recorded } from '@/api/schema';
import { useResource } from '@/features/study-page/use-resource';
import { api, localized } from '@/lib/api-client';
import { formatDateTime } from '@/lib/format';
import { useAccountMessages } from '@/locales/account';
import { ButtonLink } from '@/ui/button';
import { Icon } from '@/ui/icon';
import s from './profile.module.css';
import { Section } from './section';

/** The version of the consent text, the time, and each consent statement. */
export function ConsentRecord({ consent }: { consent: Recorded | null }) {
  const w = useAccountMessages().profile;
  const text = useResource('consent text', (signal) =>
    api.get('/api/study/consent', { ...localized(), signal }),
  );
  if (!consent) return <Section title={w.consent}>{w.consentNone}</Section>;
  const labels = new Map(
    text.state === 'ready' ? text.data.ticks.map((tick) => [tick.id, tick.label]) : [],
  );
  // In the order of the text; statements that only an earlier version had come last.
  const ids = [...labels.keys()].filter((id) => id in consent.ticks);
  const outdated = Object.keys(consent.ticks).filter((id) => !labels.has(id));
  return (
    <Section title={w.consent} help={w.consentAt(formatDateTime(consent.at), consent.version)}>
      <ul className={s.ticks}>
        {[...ids, ...outdated].map((id) => (
          <li key={id} data-agreed={consent.ticks[id]}>
            <Icon name={consent.ticks[id] ? 'check' : 'minus'} />
            <span>
              {labels.get(id) ?? id} <b>{consent.ticks[id] ? w.yes : w.no}</b>
            </span>
          </li>
        ))}
      </ul>
      <div className={s.quiet}>
        <ButtonLink to="/consent" variant="quiet" small>
          {w.consentRead}
        </ButtonLink>
      </div>
    </Section>
  );
}
