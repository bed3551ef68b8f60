import { notify } from '@/features/notifications/store';
import { useErrorMessage } from '../data/error-message';

/** Waits for an action of a button, and shows its error as a notification. */
export function useAct() {
  const errorMessage = useErrorMessage();
  return async (action: Promise<unknown>) => {
    try {
      await action;
    } catch (error) {
      notify('bad', errorMessage(error), 0);
    }
  };
}
