import { use, useEffect, useRef, useState } from 'react';
import type { LaterPart } from '@/api/schema';
import { notify } from '@/features/notifications/store';
import { RefreshMedia } from '@/features/study-page/refresh-media';
import { focusHeading } from '@/features/study-page/use-new-step';
import { api } from '@/lib/api-client';
import { useLocale, useTexts } from '@/lib/locale';
import { isToCome } from '@/lib/part-to-come';
import { ApiProblem } from '@/lib/problems';
import { refreshUser, useSession } from '@/lib/session';
import { errorMessage } from '@/locales/error-message';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';

const TEXTS = {
  en: {
    decline: 'I will not take part again',
    title: 'Not take part again?',
    noEmails: 'We send you no more e-mails about this study, and delete your e-mail address.',
    debrief: 'If the study explains something at its end, you can read it right away.',
    answers: 'Your answers so far remain part of the study.',
    several: 'This applies to all parts that are still to come. You cannot undo it.',
    single: 'You cannot undo this.',
    back: 'Go back',
    done: 'Recorded: you will not take part again.',
  },
  de: {
    decline: 'Ich nehme nicht mehr teil',
    title: 'Nicht mehr teilnehmen?',
    noEmails:
      'Wir schicken Ihnen keine E\u2011Mails mehr zu dieser Studie und löschen Ihre E\u2011Mail-Adresse.',
    debrief: 'Wenn die Studie am Ende etwas erklärt, können Sie es gleich lesen.',
    answers: 'Ihre bisherigen Antworten bleiben Teil der Studie.',
    several: 'Das gilt für alle Teile, die noch kommen. Sie können es nicht rückgängig machen.',
    single: 'Sie können das nicht rückgängig machen.',
    back: 'Zurück',
    done: 'Gespeichert: Sie nehmen nicht mehr teil.',
  },
};

/** For participants who will not come back: the debrief opens for them, and they get no more e-mails. */
export function Decline({ parts = [] }: { parts: LaterPart[] | undefined }) {
  const w = useTexts(TEXTS);
  const hasAddress = Boolean(useSession().user?.invitations?.address);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const locale = useLocale();
  const refreshPage = use(RefreshMedia);
  const refresh = () => Promise.all([refreshUser(locale), refreshPage()]);
  const hasDeclined = useRef(false);
  // The button that had the focus is gone.
  useEffect(() => () => void (hasDeclined.current && focusHeading()), []);
  // A part that is begun can be completed, and the server rejects declining until then.
  if (parts.some((part) => part.state === 'started')) return null;
  const several = parts.filter(isToCome).length > 1;
  const decline = async () => {
    setBusy(true);
    try {
      await api.post('/api/users/decline-parts');
      hasDeclined.current = true;
      await refresh();
      notify('good', w.done);
    } catch (error) {
      setAsking(false);
      notify('bad', errorMessage(error));
      // A part was begun in another tab.
      if (error instanceof ApiProblem) await refresh().catch(() => {});
    } finally {
      setBusy(false);
    }
  };
  const actions = (
    <>
      <Button variant="secondary" small onClick={() => setAsking(false)}>
        {w.back}
      </Button>
      <Button small aria-disabled={busy} onClick={() => void decline()}>
        {w.decline}
      </Button>
    </>
  );
  return (
    <div className="no-print">
      <Button variant="secondary" small onClick={() => setAsking(true)}>
        {w.decline}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={w.title} actions={actions}>
        {hasAddress && <p>{w.noEmails}</p>}
        <p>{w.debrief}</p>
        <p>{w.answers}</p>
        <p>{several ? w.several : w.single}</p>
      </Dialog>
    </div>
  );
}
