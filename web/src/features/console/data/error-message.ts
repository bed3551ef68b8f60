import { ApiProblem, isMissingFile, NetworkProblem } from '@/lib/problems';
import { useConsoleMessages } from '@/locales/console';
import { errorMessage } from '@/locales/error-message';

/** The statuses that a proxy returns when the server does not respond. */
const OF_A_PROXY = [502, 503, 504];

/** Whether the server can't be reached. Its own error replies have a code. */
export function isAway(error: unknown): boolean {
  if (error instanceof NetworkProblem) return true;
  return (
    error instanceof ApiProblem && error.code === 'unknown' && OF_A_PROXY.includes(error.status)
  );
}

/** The message of any error, in the researcher's language. */
export function useErrorMessage() {
  const { loading } = useConsoleMessages();
  return (error: unknown): string => {
    if (isMissingFile(error) && navigator.onLine) return loading.updatedText;
    return isAway(error) ? loading.offline : errorMessage(error);
  };
}
