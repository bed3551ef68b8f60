import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useOutbox } from '@/features/outbox/outbox';
import { superseded } from '@/features/outbox/queue';
import { refreshUser } from '@/lib/session';
import { pagePath } from '@/lib/site';
import { createStore, useStore } from '@/lib/store';

/** The number of submissions of this page that are being sent; their receipts open the next page. */
export const pendingSubmissions = createStore(0);

/**
 * Whether answers of an earlier visit still wait to be sent; their page must not be filled in again. When they are
 * sent, or the page is marked as stale, `reload` fetches it again, and the reader is redirected to the participant's
 * position.
 */
export function useUnsent(reload: () => void): boolean {
  const navigate = useNavigate();
  const unsent = useLasting(useOutbox().waiting > useStore(pendingSubmissions));
  const count = useStore(superseded);
  const known = useRef({ count, waited: unsent });
  useEffect(() => {
    // Runs once, when all are sent. If another tab sent them, nothing is counted here.
    if (unsent) known.current.waited = true;
    const { waited, count: last } = known.current;
    if (unsent || (!waited && count === last)) return;
    known.current = { count, waited: false };
    reload();
    refreshUser().then(
      ({ currentState }) => {
        if (currentState !== pagePath()) void navigate(currentState, { replace: true });
      },
      // The page flow check of the next page redirects as well.
      () => undefined,
    );
  }, [unsent, count, reload, navigate]);
  return unsent;
}

/** The page gets the receipt shortly before the outbox updates its count. */
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
