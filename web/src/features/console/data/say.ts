import { ApiProblem, messageOf, NetworkProblem } from '@/lib/problems';
import { say as sayToAll } from '@/lib/say';
import { useConsoleWords } from '@/locales/console';

/** What a proxy in front of the server answers when the server does not. */
const OF_A_PROXY = [502, 503, 504];

/** Whether the server is away, in place of having refused something. */
export function isAway(error: unknown): boolean {
  if (error instanceof NetworkProblem) return true;
  // The server's own refusals have codes.
  return (
    error instanceof ApiProblem && error.code === 'unknown' && OF_A_PROXY.includes(error.status)
  );
}

/** Says things in the researcher's language: messages of the server, and any error. */
export function useSay() {
  const { said, loading } = useConsoleWords();
  /** The server's sentences to the researcher have their words in the console's, with `#` for a number. */
  const say = (message: string): string => {
    const numbers = message.match(/\d+/g) ?? [];
    const known = said[message.replace(/\d+/g, '#')];
    return known?.replace(/#/g, () => numbers.shift() ?? '') ?? sayToAll(message);
  };
  const sayProblem = (error: unknown): string =>
    isAway(error) ? loading.offline : say(messageOf(error));
  return { say, sayProblem };
}
