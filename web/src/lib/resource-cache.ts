import { currentLocale } from './locale';
import { onForget } from './session';

interface Entry<T> {
  loading: Promise<T>;
  /** Absent while it is loading. */
  value?: T;
  /** When it expires, in ms since 1970. */
  staleAt: number;
}

interface Options<T> {
  /**
   * Whether it survives the end of the session: it is the same for all users, or has an address that no other user
   * gets.
   */
  shared?: boolean;
  /** In ms since it was requested. */
  freshFor?: number;
  /** The maximum number of cached values; the oldest is removed and passed to `dispose`. */
  most?: number;
  dispose?: (value: T) => void;
}

/** Data that pages have loaded from the server, by key and language. */
export interface Cache<T> {
  /** The cached value, or the result of `load`. Concurrent calls share one load; a failed one is not cached. */
  get(key: string, load: () => Promise<T>): Promise<T>;
  /** The cached value, without loading it. */
  peek(key: string): T | undefined;
  /** Changes the cached value, and returns the new one. */
  update(key: string, change: (value: T) => T): T | undefined;
  clear(): void;
}

const personal = new Set<() => void>();

/** Clears all data of the signed-in user. */
export function clearPersonalCaches(): void {
  for (const clear of personal) clear();
}

onForget(clearPersonalCaches);

export function createCache<T>(options: Options<T> = {}): Cache<T> {
  const { shared, freshFor = Infinity, most = Infinity, dispose } = options;
  const entries = new Map<string, Entry<T>>();
  const nameOf = (key: string) => currentLocale() + key;
  const find = (key: string) => {
    const entry = entries.get(nameOf(key));
    return entry && entry.staleAt > Date.now() ? entry : undefined;
  };
  const load = (name: string, from: () => Promise<T>) => {
    const entry: Entry<T> = { loading: from(), staleAt: Date.now() + freshFor };
    entries.set(name, entry);
    for (const [oldest, { value }] of entries) {
      if (entries.size <= most) break;
      entries.delete(oldest);
      if (value) dispose?.(value);
    }
    entry.loading.then(
      (value) => {
        entry.value = value;
      },
      () => entries.get(name) === entry && entries.delete(name),
    );
    return entry.loading;
  };

  const clear = () => entries.clear();
  if (!shared) personal.add(clear);
  return {
    get: (key, from) => find(key)?.loading ?? load(nameOf(key), from),
    peek: (key) => find(key)?.value,
    update(key, change) {
      const entry = find(key);
      // A value that is still loading may date from before the change.
      if (!entry?.value) return void entries.delete(nameOf(key));
      entry.value = change(entry.value);
      entry.loading = Promise.resolve(entry.value);
      return entry.value;
    },
    clear,
  };
}
