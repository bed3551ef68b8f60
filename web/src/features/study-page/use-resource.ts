import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocale } from '@/lib/locale';

/** Something that a page needs from the server. */
export type Resource<T> = (
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; data: T }
) & {
  /** Forgets what is there and asks again, past what is kept. */
  reload: () => void;
  /** Asks again, past what is kept, while what is there stays. */
  refresh: () => Promise<void>;
};

type Found<T> = { key: string; result: { data: T } | { error: unknown } };

type Load<T> = (signal: AbortSignal, fresh: boolean) => Promise<T>;

/**
 * Loads what `key` names, and again when the key or the reader's language changes. `load` must
 * depend on the key alone. With `fresh` it must not answer from what it has kept.
 */
export function useResource<T>(key: string, load: Load<T>): Resource<T> {
  const locale = useLocale();
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<Found<T> | null>(null);
  const full = `${key} ${locale}`;

  const reloading = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for `load`, `round` for a retry.
  useEffect(() => {
    const stop = new AbortController();
    const fresh = reloading.current;
    reloading.current = false;
    load(stop.signal, fresh).then(
      (data) => !stop.signal.aborted && setFound({ key: full, result: { data } }),
      (error) => !stop.signal.aborted && setFound({ key: full, result: { error } }),
    );
    return () => stop.abort();
  }, [full, round]);

  const reload = useCallback(() => {
    reloading.current = true;
    setFound(null);
    setRound((n) => n + 1);
  }, []);
  const latest = useRef({ full, load });
  useEffect(() => {
    latest.current = { full, load };
  });
  const refresh = useCallback(async () => {
    const { full: key, load: again } = latest.current;
    const data = await again(new AbortController().signal, true);
    if (latest.current.full === key) setFound({ key, result: { data } });
  }, []);
  const ask = { reload, refresh };
  if (found?.key !== full) return { state: 'loading', ...ask };
  if ('error' in found.result) return { state: 'failed', error: found.result.error, ...ask };
  return { state: 'ready', data: found.result.data, ...ask };
}
