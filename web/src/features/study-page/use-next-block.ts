import { useEffect } from 'react';
import { markStale } from '@/features/outbox/queue';
import { session } from '@/lib/session';
import { leaveForNextBlock } from './use-new-step';

/**
 * Loads the page again when all of it is submitted and the participant is still on it: the next step is another block on
 * the same page.
 */
export function useNextBlock(finished: boolean): void {
  useEffect(() => {
    if (finished && session().user?.currentState === window.location.pathname) showNextBlock();
  }, [finished]);
}

/** Loads the open page again, for the next block. */
export function showNextBlock(): void {
  leaveForNextBlock();
  markStale();
}
