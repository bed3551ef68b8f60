import { useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '@/features/notifications/store';
import { useStudy } from '@/features/study/study';
import { refreshUser } from '@/lib/session';
import { useAccountMessages } from '@/locales/account';
import { errorMessage } from '@/locales/error-message';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';

/** For a participant whose slot was released and whose study is now full. */
export function StudyFull() {
  const w = useAccountMessages().profile;
  const navigate = useNavigate();
  const email = useStudy()?.contact.email;
  const [busy, setBusy] = useState(false);
  // Every call assigns a free slot to a participant without one, if there is one.
  const ask = async () => {
    setBusy(true);
    try {
      if ((await refreshUser()).groupType) await navigate('/dashboard');
      else notify('warn', w.stillFull);
    } catch (error) {
      notify('bad', errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Callout kind="warn" title={w.full}>
      <p>{w.fullText}</p>
      <p>{w.fullRights}</p>
      {email && (
        <p>
          {w.fullContact} <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
      <Button variant="secondary" small aria-disabled={busy} onClick={() => !busy && void ask()}>
        {w.askPlace}
      </Button>
    </Callout>
  );
}
