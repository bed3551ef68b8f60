import { useSyncExternalStore } from 'react';

/** A value outside React that components can follow. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

/** Makes a store; `set` with the same value calls no listener. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value. `atServer` is what a page written by the server shows, so that it hydrates. */
export function useStore<T>(store: Store<T>, atServer?: T): T {
  return useSyncExternalStore(store.subscribe, store.get, () =>
    atServer === undefined ? store.get() : atServer,
  );
}
