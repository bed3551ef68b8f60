import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '@/api/schema';
import { discardDrafts, flushOutbox } from '@/features/outbox/outbox';
import { focusInView } from '@/lib/focus-in-view';
import { hasEnded, logout, session } from '@/lib/session';
import { useStudyMessages } from '@/locales/study';
import { Button } from '@/ui/button';
import { LateDialog } from '@/ui/late-dialog';

/**
 * Sends waiting submissions before signing out; if that fails, the user decides. A `newcomer` stays on the page,
 * without the other person's session.
 */
export function useSignOut(newcomer = false): { signOut: () => void; dialog: ReactNode } {
  const w = useStudyMessages().signOut;
  const navigate = useNavigate();
  const [asking, setAsking] = useState<{ user: User | null }>();

  const leave = async (user: User | null) => {
    setAsking(undefined);
    await logout(newcomer, user);
    if (newcomer) focusInView(document.querySelector('h1'));
    else navigate('/');
  };
  const signOut = async () => {
    // Read before sending, because a reply may end the session.
    const { user } = session();
    const isSent = await flushOutbox();
    if (hasEnded()) await discardDrafts(user);
    else if (isSent) await leave(user);
    else setAsking({ user });
  };

  const dialog = (
    <LateDialog
      open={asking !== undefined}
      onClose={() => setAsking(undefined)}
      title={w.title}
      actions={
        <>
          <Button variant="danger" onClick={() => void leave(asking?.user ?? null)}>
            {w.leave}
          </Button>
          <Button onClick={() => setAsking(undefined)}>{w.stay}</Button>
        </>
      }
    >
      <p>{w.text}</p>
    </LateDialog>
  );
  return { signOut, dialog };
}
