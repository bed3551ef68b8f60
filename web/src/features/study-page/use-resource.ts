import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocale } from '@/lib/locale';
import { clearPersonalCaches } from '@/lib/resource-cache';

/** Data that a page loads from the server. */
export type Resource<T> = (
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; data: T }
) & {
  /** Reloads it and shows nothing meanwhile. */
  reload: () => void;
  /** Reloads it while the old data stay on the page. */
  refresh: () => Promise<void>;
};

type Found<T> = { key: string; result: { data: T } | { error: unknown } };

type Load<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Loads the resource of `key`, and again when the key or the reader's language changes. `load` must depend only on the
 * key.
 */
export function useResource<T>(key: string, load: Load<T>): Resource<T> {
  const locale = useLocale();
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<Found<T> | null>(null);
  const full = `${key} ${locale}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents `load`, `round` a retry.
  useEffect(() => {
    const stop = new AbortController();
    load(stop.signal).then(
      (data) => !stop.signal.aborted && setFound({ key: full, result: { data } }),
      (error) => !stop.signal.aborted && setFound({ key: full, result: { error } }),
    );
    return () => stop.abort();
  }, [full, round]);

  const reload = useCallback(() => {
    clearPersonalCaches();
    setFound(null);
    setRound((n) => n + 1);
  }, []);
  const latest = useRef({ full, load });
  useEffect(() => {
    latest.current = { full, load };
  });
  const refresh = useCallback(async () => {
    const { full: key, load: again } = latest.current;
    clearPersonalCaches();
    const data = await again(new AbortController().signal);
    if (latest.current.full === key) setFound({ key, result: { data } });
  }, []);
  const ask = { reload, refresh };
  if (found?.key !== full) return { state: 'loading', ...ask };
  if ('error' in found.result) return { state: 'failed', error: found.result.error, ...ask };
  return { state: 'ready', data: found.result.data, ...ask };
}
