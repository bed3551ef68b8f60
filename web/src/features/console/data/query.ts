import { keepPreviousData, notifyManager, QueryClient, useQuery } from '@tanstack/react-query';
import { api, type Parameters, type Path, type Reply } from '@/lib/api-client';
import { NetworkProblem } from '@/lib/problems';
import { onForget } from '@/lib/session';
import { isAway } from './error-message';

/**
 * What the console has read. A call without a reply is repeated twice; an error reply is final.
 * Without a connection calls fail, so that the page can show it instead of waiting.
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

/** The calls of the console that only read. */
export type ReadPath = Extract<Path<'get'>, `/api/admin/${string}`>;

/** The query of such a call. */
export type QueryOf<P extends ReadPath> = Parameters<P> extends { query?: infer Q } ? Q : never;

/** Under what a reply is cached. */
export const keyOf = <P extends ReadPath>(path: P, params: Partial<Parameters<P>> = {}) => [
  path,
  params,
];

/** How long to wait before asking a server again that was away, in milliseconds. */
export const BACK = 5_000;

/**
 * Reads from the server. While another page of a list is on its way, the last one stays. What got no answer is asked again
 * until it gets one.
 */
export function useRead<P extends ReadPath>(
  path: P,
  params: Partial<Parameters<P>> = {},
  every: (data: Reply<P> | undefined) => number | false = () => false,
) {
  return useQuery({
    queryKey: keyOf(path, params),
    // What `path` takes is checked where it is called; here it is any path.
    queryFn: ({ signal }) => api.get(path, { ...params, signal } as never) as Promise<Reply<P>>,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isAway(state.error) ? BACK : every(state.data)),
  });
}

/** After a change everything is read again, as one act shows on several pages. Resolves when the page shows it. */
export async function forgetRead(): Promise<void> {
  await client.invalidateQueries();
  // Components hear of new data in a later task, and tasks run in the order in which they are scheduled.
  await new Promise<void>((shown) => notifyManager.schedule(shown));
}
