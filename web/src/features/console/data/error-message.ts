import { errorMessage } from '@/lib/error-message';
import { ApiProblem, NetworkProblem } from '@/lib/problems';
import { useConsoleMessages } from '@/locales/console';

/** What a proxy in front of the server answers when the server does not. */
const OF_A_PROXY = [502, 503, 504];

/** Whether the server is away. Its own error replies have a code. */
export function isAway(error: unknown): boolean {
  if (error instanceof NetworkProblem) return true;
  return (
    error instanceof ApiProblem && error.code === 'unknown' && OF_A_PROXY.includes(error.status)
  );
}

/** The message of any error, in the researcher's language. */
export function useErrorMessage() {
  const { loading } = useConsoleMessages();
  return (error: unknown): string => (isAway(error) ? loading.offline : errorMessage(error));
}
