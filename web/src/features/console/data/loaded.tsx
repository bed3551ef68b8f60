import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/lib/problems';
import { sayProblem } from '@/lib/say';
import { useConsoleWords } from '@/locales/console';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import s from './loaded.module.css';

type Props<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  children: (data: T) => ReactNode;
};

/**
 * What waits for the server: a still place first, then the data. What is there stays when asking again
 * fails, with a word about it; nothing at all gives the reason and a way to try again.
 */
export function Loaded<T>({ query, children }: Props<T>) {
  const { data, error, isFetching, refetch } = query;
  const w = useConsoleWords().loading;
  if (data === undefined && !error) {
    return (
      <p className={s.waiting} role="status">
        {w.loading}
      </p>
    );
  }
  return (
    <>
      {error && (
        <Callout kind="warn" title={data === undefined ? w.failed : w.stale} role="alert">
          <p>{sayProblem(error)}</p>
          <p>{error instanceof ApiProblem ? w.refused : w.offline}</p>
          <p>
            <Button
              variant="secondary"
              small
              aria-disabled={isFetching}
              onClick={() => void refetch()}
            >
              {w.again}
            </Button>
          </p>
        </Callout>
      )}
      {data !== undefined && (
        <div className={s.data} aria-busy={isFetching}>
          {children(data)}
        </div>
      )}
    </>
  );
}
