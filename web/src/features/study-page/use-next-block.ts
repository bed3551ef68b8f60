import { useEffect } from 'react';
import { markStale } from '@/features/outbox/queue';
import { session } from '@/lib/session';
import { pagePath } from '@/lib/site';

/**
 * Loads the page again when all of it is submitted and the participant is still on it: the next step is another block on
 * the same page.
 */
export function useNextBlock(finished: boolean): void {
  useEffect(() => {
    if (!finished || session().user?.currentState !== pagePath()) return;
    window.scrollTo(0, 0);
    markStale();
  }, [finished]);
}
