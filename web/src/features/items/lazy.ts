import type { ItemKind, Kind } from './item-kind';

/** A kind whose code is loaded only for a section that has it, because it is large or rarely used. */
export interface LazyKind<K extends Kind> {
  /** The kind, once its code is loaded. */
  get: () => ItemKind<K> | undefined;
  fetch: () => Promise<void>;
}

export function lazyKind<K extends Kind>(load: () => Promise<ItemKind<K>>): LazyKind<K> {
  let kind: ItemKind<K> | undefined;
  return {
    get: () => kind,
    fetch: async () => {
      kind ??= await retryWhenOnline(load);
    },
  };
}

/**
 * Loads code of the app. If the connection is lost, it waits for it, so that a half-filled page is not replaced by an
 * error.
 */
export async function retryWhenOnline<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) throw error;
      await new Promise((back) => window.addEventListener('online', back, { once: true }));
    }
  }
}
