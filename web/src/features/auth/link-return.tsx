import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '@/api/schema';
import { startOf } from '@/features/signed-in/start-of';
import { storedRecruitment } from '@/features/visit/recruitment';
import { keepLocale, useTexts } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { errorMessage, fieldMessage } from '@/locales/error-message';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import s from './auth-page.module.css';

const TEXTS = {
  en: {
    title: 'How to come back',
    text: 'You need no password. In this browser, you stay signed in until you sign out. Elsewhere, open the study again from the site that sent you here, or with the link in our e-mail.',
    password: 'Have you set a password in your profile? Then sign in with it below.',
    go: 'Continue with my link',
    storedTitle: 'What is stored',
    stored:
      'The ID that the site that sent you here gave you, and a password in unreadable form if you set one. You do not need an e-mail address. Your answers are stored separately, under a code.',
  },
  de: {
    title: 'So kommen Sie zurück',
    text: 'Sie brauchen kein Passwort. In diesem Browser bleiben Sie angemeldet, bis Sie sich abmelden. Auf einem anderen Gerät öffnen Sie die Studie noch einmal über die Website, von der Sie gekommen sind, oder über den Link in unserer E\u2011Mail.',
    password:
      'Haben Sie in Ihrem Profil ein Passwort festgelegt? Dann melden Sie sich unten damit an.',
    go: 'Mit meinem Link fortfahren',
    storedTitle: 'Was gespeichert wird',
    stored:
      'Die ID, unter der Sie die vermittelnde Website zu uns geschickt hat, und ein Passwort in nicht lesbarer Form, falls Sie eines festlegen. Sie brauchen keine E\u2011Mail-Adresse. Ihre Antworten werden getrennt davon unter einem Code gespeichert.',
  },
};

/** Opens the account; none if the visitor came without a link. */
type Open = () => Promise<User>;

/** How to come back to a study whose recruitment links are the accounts, and the button for those who have a link. */
export function LinkReturn({ linkAccount }: { linkAccount: string }) {
  const w = useTexts(TEXTS);
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void opening(linkAccount).then((found) => setOpen(() => found));
  }, [linkAccount]);
  const resume = async () => {
    if (busy || !open) return;
    setBusy(true);
    setProblem('');
    try {
      const user = await open();
      // Pages behind the sign-in have no language of their own.
      keepLocale();
      navigate(startOf(user));
    } catch (error) {
      const field = error instanceof ApiProblem ? error.fields[0] : undefined;
      setProblem(field ? fieldMessage(field) : errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Callout title={w.title} className={s.note}>
        <p>{w.text}</p>
        <p>{w.password}</p>
        {open && (
          <Button aria-busy={busy} onClick={() => void resume()}>
            {w.go}
          </Button>
        )}
        <div role="alert">{problem && <p>{problem}</p>}</div>
      </Callout>
      <Callout title={w.storedTitle} className={s.note}>
        <p>{w.stored}</p>
      </Callout>
    </>
  );
}

/** By the link of an e-mail, or by the recruitment link. Both are loaded only then. */
async function opening(linkAccount: string): Promise<Open | undefined> {
  const token = new URLSearchParams(location.search).get('invitation');
  if (token) {
    const { byInvitation } = await import('./invited');
    return byInvitation(token).catch(() => undefined);
  }
  if (!storedRecruitment()?.[linkAccount]) return undefined;
  const { beginByLink } = await import('@/features/visit/link');
  return () => beginByLink(linkAccount);
}
