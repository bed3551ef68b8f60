import { useSyncExternalStore } from 'react';

/** A value outside React that components can follow. */
type Store<T> = ReturnType<typeof createStore<T>>;

/** Makes a store; `set` with the same value calls no listener. */
export function createStore<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next: T) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value. `atServer` is the value in a page rendered by the server, for hydration. */
export function useStore<T>(store: Store<T>, atServer?: T): T {
  return useSyncExternalStore(store.subscribe, store.get, () =>
    atServer === undefined ? store.get() : atServer,
  );
}
