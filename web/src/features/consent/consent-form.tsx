import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Consent, PublicConsent } from '@/api/schema';
import { storeConsent } from '@/features/visit/consent';
import { currentLocale } from '@/lib/locale';
import { loadUser, session } from '@/lib/session';
import { Each } from '@/lib/template';
import { errorMessage } from '@/locales/error-message';
import { useMessages } from '@/locales/messages';
import { usePublicMessages } from '@/locales/public';
import { Button } from '@/ui/button';
import { CheckCard } from '@/ui/check-card';
import { ErrorSummary } from '@/ui/error-summary';
import { useErrorTitle } from '@/ui/title';
import { missingTicks, noteOf, readTicks, sendConsent } from './consent';
import s from './consent-form.module.css';

type Problem = { id: string; message: string };
type Props = {
  consent: PublicConsent;
  /** The parameter of the recruitment link that is the account, in a study without registration. */
  linkAccount?: string | null | undefined;
  onDecline: () => void;
};

/**
 * The consent statements. They are read from the form, so that those ticked before the app ran count. The buttons are
 * below all text, not in a dock.
 */
export function ConsentForm({ consent, linkAccount, onDecline }: Props) {
  const w = usePublicMessages().consent;
  const { saving } = useMessages().outbox;
  const navigate = useNavigate();
  const [problems, setProblems] = useState<Problem[]>([]);
  /** Statements that were ticked after the errors were shown. */
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const isOpen = ({ id }: Problem) => !corrected.has(id);
  useErrorTitle(problems.some(isOpen));

  const change = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name, checked } = target as HTMLInputElement;
    const next = new Set(corrected);
    if (checked) next.add(name);
    else next.delete(name);
    setCorrected(next);
  };

  const agree = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const ticks = readTicks(consent, new FormData(event.currentTarget));
    const missing = missingTicks(consent, ticks);
    setCorrected(new Set());
    setProblems(missing.map(({ id, label }) => ({ id, message: w.tickNeeded(label) })));
    if (missing.length > 0) return;
    setBusy(true);
    try {
      const given = { version: consent.version, locale: currentLocale(), ticks };
      const to = await record(given, linkAccount);
      if (to) navigate(to);
    } catch (error) {
      const message = linkAccount
        ? (await import('./begin')).messageOf(error)
        : errorMessage(error);
      setProblems([{ id: consent.ticks[0]?.id ?? 'ticks', message }]);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <form method="post" className={s.form} noValidate onSubmit={agree} onChange={change}>
        <ErrorSummary errors={problems} corrected={corrected} />
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
                aria-invalid={
                  problems.some((problem) => problem.id === tick.id && isOpen(problem)) || undefined
                }
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
          <Button type="submit" variant="quiet" form="decline">
            {w.decline}
          </Button>
        </div>
      </form>
      <DeclineForm onDecline={onDecline} />
    </>
  );
}

/** Declining is a form of its own, so that it also counts before the app runs (first-view/hold-form.ts). */
function DeclineForm({ onDecline }: { onDecline: () => void }) {
  const decline = (event: FormEvent) => {
    event.preventDefault();
    onDecline();
  };
  return <form method="post" id="decline" hidden onSubmit={decline} />;
}

/**
 * Records the consent. Without an account, it begins by the recruitment link, or stores the consent until registration.
 * Returns the page to open, if any.
 */
async function record(given: Consent, linkAccount?: string | null): Promise<string | undefined> {
  try {
    // The session may be another person's from an earlier visit: the page shows whose it is, and nothing is sent.
    if (session().isAuthenticated && !session().user) return void (await loadUser());
    if (session().user) return (await sendConsent(given)).currentState;
  } catch (error) {
    // If that session has ended, the visitor is anonymous.
    if (session().isAuthenticated) throw error;
  }
  storeConsent(given);
  if (!linkAccount) return '/auth';
  const { begin } = await import('./begin');
  return begin(linkAccount);
}
