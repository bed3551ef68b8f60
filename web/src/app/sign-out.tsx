import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { flushOutbox, useOutbox } from '@/features/outbox/outbox';
import { logout } from '@/lib/session';
import { useStudyWords } from '@/locales/study';
import { Button } from '@/ui/button';
import { LateDialog } from '@/ui/late-dialog';
import { PATHS } from './paths';

/**
 * Signing out sends what waits first; if that can't be done, the person decides. A `newcomer` stays
 * on the page, without the session that somebody else left.
 */
export function useSignOut(newcomer = false): { signOut: () => void; dialog: ReactNode } {
  const w = useStudyWords().signOut;
  const navigate = useNavigate();
  const { waiting } = useOutbox();
  const [asking, setAsking] = useState(false);

  const leave = async () => {
    setAsking(false);
    await logout(newcomer);
    if (newcomer) document.querySelector('h1')?.focus();
    else navigate(PATHS.landing);
  };
  const signOut = async () => {
    if (await flushOutbox()) await leave();
    else setAsking(true);
  };

  const dialog = (
    <LateDialog
      open={asking}
      onClose={() => setAsking(false)}
      title={w.title}
      actions={
        <>
          <Button variant="danger" onClick={leave}>
            {w.leave}
          </Button>
          <Button onClick={() => setAsking(false)}>{w.stay}</Button>
        </>
      }
    >
      <p>{w.text(waiting)}</p>
    </LateDialog>
  );
  return { signOut, dialog };
}
