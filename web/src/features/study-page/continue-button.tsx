import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '@/features/notifications/store';
import { errorMessage } from '@/lib/error-message';
import { moveTo } from '@/lib/position';
import { useStudyMessages } from '@/locales/study';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { redirectOf } from './loaded';

/** Moves over a page that needs no answer: the server first, then the browser. */
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

/** "Continue" on a page that needs no answer; absent until its destination is known. */
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
