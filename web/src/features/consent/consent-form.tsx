import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Consent, PublicConsent } from '@/api/schema';
import { storeConsent } from '@/features/visit/consent';
import { errorMessage } from '@/lib/error-message';
import { currentLocale } from '@/lib/locale';
import { useMessages } from '@/lib/messages';
import { loadUser, session } from '@/lib/session';
import { Each } from '@/lib/template';
import { useErrorTitle } from '@/lib/title';
import { usePublicMessages } from '@/locales/public';
import { Button } from '@/ui/button';
import { CheckCard } from '@/ui/check-card';
import { ErrorSummary } from '@/ui/error-summary';
import { missingTicks, noteOf, readTicks, sendConsent } from './consent';
import s from './consent-form.module.css';

type Problem = { id: string; message: string };
type Props = { consent: PublicConsent; onDecline: () => void };

/**
 * The ticks. They are read from the form, so that those set before the app ran count. The actions
 * are below all text, not in a dock.
 */
export function ConsentForm({ consent, onDecline }: Props) {
  const w = usePublicMessages().consent;
  const { saving } = useMessages().outbox;
  const navigate = useNavigate();
  const [problems, setProblems] = useState<Problem[]>([]);
  const [busy, setBusy] = useState(false);
  useErrorTitle(problems.length > 0);

  const agree = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const ticks = readTicks(consent, new FormData(event.currentTarget));
    const missing = missingTicks(consent, ticks);
    setProblems(missing.map(({ id, label }) => ({ id, message: w.tickNeeded(label) })));
    if (missing.length > 0) return;
    setBusy(true);
    try {
      const given = { version: consent.version, locale: currentLocale(), ticks };
      const to = await record(given);
      if (to) navigate(to);
    } catch (error) {
      setProblems([{ id: consent.ticks[0]?.id ?? 'ticks', message: errorMessage(error) }]);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form method="post" className={s.form} noValidate onSubmit={agree}>
      <ErrorSummary errors={problems} />
      <fieldset className={s.ticks} aria-describedby="ticks-help">
        <legend>
          <h2 className={s.heading}>{w.ticks}</h2>
        </legend>
        <p className={s.help} id="ticks-help">
          {w.ticksHelp}
        </p>
        <Each of={consent.ticks} name="ticks" id={(tick) => tick.id}>
          {(tick) => (
            <CheckCard
              id={tick.id}
              name={tick.id}
              label={tick.label}
              note={noteOf(tick, w.optional)}
              aria-invalid={problems.some((problem) => problem.id === tick.id) || undefined}
            />
          )}
        </Each>
      </fieldset>
      <p className="vh" role="status">
        {busy && saving}
      </p>
      <div className={`${s.actions} no-print`}>
        <Button type="submit" aria-busy={busy}>
          {busy ? saving : w.agree}
        </Button>
        <Button variant="quiet" onClick={onDecline}>
          {w.decline}
        </Button>
      </div>
    </form>
  );
}

/** Records the consent, or keeps it until there is an account; gives the page to go to, if any. */
async function record(given: Consent): Promise<string | undefined> {
  try {
    // A session of an earlier visit, perhaps another person's: the page shows whose, and nothing is sent.
    if (session().isAuthenticated && !session().user) return void (await loadUser());
    if (session().user) return (await sendConsent(given)).currentState;
  } catch (error) {
    // If that session turned out to be over, this is an anonymous visitor like any other.
    if (session().isAuthenticated) throw error;
  }
  storeConsent(given);
  return '/auth';
}
