import { keepPreviousData, notifyManager, QueryClient, useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import { NetworkProblem } from '@/lib/problems';
import { onForget } from '@/lib/session';
import { isAway } from './say';
import type { Replies } from './shapes';

/**
 * What the console has read. A call that got no answer is made twice more; a refusal is final.
 * Without a connection calls fail, so that the page can say so, in place of waiting in silence.
 */
export const client = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, error) => error instanceof NetworkProblem && failures < 2,
      staleTime: 10_000,
    },
    mutations: { networkMode: 'always' },
  },
});
onForget(() => client.clear());

export type Params = Record<string, string | number | boolean | undefined>;

/** A path with the values of its `{places}`, and what is left as a query. */
export function address(path: string, params: Params): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === '') continue;
    const place = `{${name}}`;
    if (filled.includes(place)) filled = filled.replace(place, encodeURIComponent(value));
    else query.set(name, String(value));
  }
  const rest = query.toString();
  return rest ? `${filled}?${rest}` : filled;
}

/** Under what a reply is kept. */
export const keyOf = (path: keyof Replies, params: Params = {}) => [path, params];

/** How long to wait before asking a server again that was away, in milliseconds. */
export const BACK = 5_000;

/**
 * Reads from the server. While another page of a list is on its way, the last one stays. What got no answer is asked again
 * until it gets one.
 */
export function useRead<P extends keyof Replies>(
  path: P,
  params: Params = {},
  every: (data: Replies[P] | undefined) => number | false = () => false,
) {
  return useQuery({
    queryKey: keyOf(path, params),
    queryFn: ({ signal }) => api.get<Replies[P]>(address(path, params), { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isAway(state.error) ? BACK : every(state.data)),
  });
}

/** After a change everything is read anew, as one act shows on several pages. Resolves when the page shows it. */
export async function forgetRead(): Promise<void> {
  await client.invalidateQueries();
  // Components hear of new data in a later task, and tasks run in the order in which they are scheduled.
  await new Promise<void>((shown) => notifyManager.schedule(shown));
}
