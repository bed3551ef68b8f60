import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '@/api/schema';
import { startOf } from '@/features/signed-in/start-of';
import { storedRecruitment } from '@/features/visit/recruitment';
import { keepLocale } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { errorMessage, fieldMessage } from '@/locales/error-message';
import { usePublicMessages } from '@/locales/public';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import s from './auth-page.module.css';

/** Opens the account; none if the visitor came without a link. */
type Open = () => Promise<User>;

/** How to come back to a study whose recruitment links are the accounts, and the button for those who have a link. */
export function LinkReturn({ linkAccount }: { linkAccount: string }) {
  const w = usePublicMessages().auth;
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
    <Callout title={w.linkTitle} className={s.note}>
      <p>{w.link}</p>
      <p>{w.linkPassword}</p>
      {open && (
        <Button aria-busy={busy} onClick={() => void resume()}>
          {w.linkContinue}
        </Button>
      )}
      <div role="alert">{problem && <p>{problem}</p>}</div>
    </Callout>
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
