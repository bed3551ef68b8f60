import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useConsoleMessages } from '@/locales/console';
import s from './loaded.module.css';
import { Trouble } from './trouble';

type Props<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  children: (data: T) => ReactNode;
};

/**
 * Shows a placeholder until the data are loaded. If a later refresh fails, the earlier data stay with a message. If the
 * first load fails, the message has the reason and a button to try again.
 */
export function Loaded<T>({ query, children }: Props<T>) {
  const { data, error, isFetching, refetch } = query;
  const w = useConsoleMessages().loading;
  // A refetching query has no error until it fails again.
  const [failure, setFailure] = useState(error);
  if (error ? error !== failure : data !== undefined && failure) setFailure(error);
  if (data === undefined && !failure) {
    return (
      <p className={s.waiting} role="status">
        {w.loading}
      </p>
    );
  }
  return (
    <>
      {failure && (
        <Trouble
          error={failure}
          title={data === undefined ? w.failed : w.stale}
          busy={isFetching}
          again={() => void refetch()}
        />
      )}
      {data !== undefined && (
        <div className={s.data} aria-busy={isFetching}>
          {children(data)}
        </div>
      )}
    </>
  );
}
