import {
  keepPreviousData,
  notifyManager,
  QueryClient,
  type QueryKey,
  useQuery,
} from '@tanstack/react-query';
import type { Parameters, Path, Reply } from '@/api/calls';
import { api } from '@/lib/api-client';
import { NetworkProblem } from '@/lib/problems';
import { onForget } from '@/lib/session';
import { isAway } from './error-message';

/**
 * The cache of the console's data. A call without a reply is repeated twice; an error reply is final. Without a
 * connection calls fail, so that the page shows it.
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

/** The GET calls of the consoles: of a study, and of the installation. */
export type ReadPath = Extract<Path<'get'>, `/api/${'admin' | 'installation'}/${string}`>;

/** The query of such a call. */
export type QueryOf<P extends ReadPath> = Parameters<P> extends { query?: infer Q } ? Q : never;

/** The cache key of a reply. */
export const keyOf = <P extends ReadPath>(path: P, params: Partial<Parameters<P>> = {}) => [
  path,
  params,
];

/** How long to wait before retrying a server that could not be reached, in milliseconds. */
export const BACK = 5_000;

/**
 * Reads from the server. While another page of a list is loading, the last one stays. A call without a reply is
 * repeated until it has one.
 */
export function useRead<P extends ReadPath>(
  path: P,
  params: Partial<Parameters<P>> = {},
  every: (data: Reply<P> | undefined) => number | false = () => false,
) {
  return useQuery({
    queryKey: keyOf(path, params),
    // The caller checks the parameters of `path`; here it is any path.
    queryFn: ({ signal }) => api.get(path, { ...params, signal } as never) as Promise<Reply<P>>,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isAway(state.error) ? BACK : every(state.data)),
  });
}

/** Calls that read the study folder with its media, so that they can take seconds. */
const SLOW: readonly unknown[] = ['/api/admin/study/version'] satisfies ReadPath[];

/**
 * Refetches all data after a change, because it affects several pages. Resolves when the page shows them, except those
 * of a slow call: an open dialog would wait for them.
 */
export async function forgetRead(): Promise<void> {
  const isSlow = ({ queryKey }: { queryKey: QueryKey }) => SLOW.includes(queryKey[0]);
  void client.invalidateQueries({ predicate: isSlow });
  await client.invalidateQueries({ predicate: (query) => !isSlow(query) });
  // Components receive new data in a later task, and tasks run in the order in which they are scheduled.
  await new Promise<void>((shown) => notifyManager.schedule(shown));
}
