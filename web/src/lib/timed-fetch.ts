import { REQUEST_TIMEOUT } from './constants';
import { takePreloaded } from './preloaded';
import { NetworkProblem } from './problems';

/** Whether a preloaded reply is still valid. An error other than these may be temporary. */
const isFinal = ({ ok, status }: Response) => ok || status === 401;

/** A call, with a time limit of its own if it sends or reads a large file. */
export type TimedInit = RequestInit & { timeLimit?: number | undefined };

/**
 * `fetch` with the specification's time limit, including the body: a stalled reply must not block the outbox, or a
 * refresh that all tabs wait for. A missing response becomes a `NetworkProblem`; a call aborted by its caller stays an
 * abort.
 */
export async function timedFetch(path: string, init: TimedInit = {}): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), init.timeLimit ?? REQUEST_TIMEOUT);
  const byCaller = () => limit.abort();
  init.signal?.addEventListener('abort', byCaller);
  if (init.signal?.aborted) limit.abort();
  try {
    const ask = () => fetch(path, { ...init, signal: limit.signal });
    const preloaded = init.method === 'GET' ? takePreloaded(path) : undefined;
    const response = await (preloaded?.then((one) => (isFinal(one) ? one : ask()), ask) ?? ask());
    const body = await response.arrayBuffer();
    // Some statuses must not have a body, not even an empty one.
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new NetworkProblem('call', { cause: error });
  } finally {
    clearTimeout(timer);
    init.signal?.removeEventListener('abort', byCaller);
  }
}
