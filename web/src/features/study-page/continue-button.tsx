import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '@/features/notifications/store';
import { moveTo } from '@/lib/position';
import { errorMessage } from '@/locales/error-message';
import { useStudyMessages } from '@/locales/study';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { redirectOf } from './loaded';

/** Continues from a page without a task: first on the server, then in the browser. */
export function useMove(): { busy: boolean; move: (page: string) => Promise<void> } {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const move = async (page: string) => {
    setBusy(true);
    try {
      const reply = await moveTo(page);
      await navigate(reply.currentState);
    } catch (error) {
      const to = redirectOf(error);
      if (to) await navigate(to, { replace: true });
      else notify('bad', errorMessage(error), 0);
    } finally {
      setBusy(false);
    }
  };
  return { busy, move };
}

type Props = { to: string | null; children?: ReactNode };

/** "Continue" on a page without a task; absent until its destination is known. */
export function ContinueButton({ to, children }: Props) {
  const w = useStudyMessages();
  const { busy, move } = useMove();
  if (to === null) return null;
  return (
    <Button aria-disabled={busy} onClick={() => void move(to)}>
      {children ?? w.continue}
      <Icon name="next" size={20} />
    </Button>
  );
}
