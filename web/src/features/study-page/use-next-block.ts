import { useEffect } from 'react';
import { markStale } from '@/features/outbox/queue';
import { session } from '@/lib/session';

/**
 * Loads the page again when all of it is submitted and the participant is still on it: the next step is another block on
 * the same page.
 */
export function useNextBlock(finished: boolean): void {
  useEffect(() => {
    if (finished && isSamePage(session().user?.currentState)) markStale();
  }, [finished]);
}

/** Whether a reply leads to the page that is open. */
export function isSamePage(page: string | undefined): boolean {
  return page === window.location.pathname;
}
