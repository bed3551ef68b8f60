import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useOutbox } from '@/features/outbox/outbox';
import { overtaken } from '@/features/outbox/queue';
import { refreshUser } from '@/lib/session';
import { createStore, useStore } from '@/lib/store';

/** Submissions that a page of this visit is waiting for; their receipts lead on by themselves. */
export const handingIn = createStore(0);

/**
 * Whether answers of an earlier visit still wait to be sent: their page must not be filled in a second time.
 * Once something has overtaken the page (they are sent; another tab has answered), the reader goes where the
 * server has them, and `reload` fetches the page anew.
 */
export function useUnsent(reload: () => void): boolean {
  const navigate = useNavigate();
  const unsent = useLasting(useOutbox().waiting > useStore(handingIn));
  const count = useStore(overtaken);
  const known = useRef({ count, waited: unsent });
  useEffect(() => {
    // Once, when all of it is sent. Another tab may have done that, and then nothing is counted here.
    if (unsent) known.current.waited = true;
    const { waited, count: last } = known.current;
    if (unsent || (!waited && count === last)) return;
    known.current = { count, waited: false };
    reload();
    refreshUser().then(
      ({ currentState }) => {
        if (currentState !== window.location.pathname)
          void navigate(currentState, { replace: true });
      },
      // The page flow check of the next step finds the way as well.
      () => undefined,
    );
  }, [unsent, count, reload, navigate]);
  return unsent;
}

/** The receipt reaches the page a moment before the outbox has counted anew. */
const MOMENT_MS = 400;

/** True once `value` has been true for more than a moment. */
function useLasting(value: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(value), value ? MOMENT_MS : 0);
    return () => clearTimeout(timer);
  }, [value]);
  return value && lasting;
}
