import { lazy } from 'react';
import type { ItemKind, Kind } from './item-kind';

/** A field whose code is fetched only for a section that needs it: the items with media bring the player. */
export function lazyField<K extends Kind>(load: () => Promise<Pick<ItemKind<K>, 'Field'>>) {
  const fetched = () => retryWhenOnline(load);
  return {
    Field: lazy(async () => ({ default: (await fetched()).Field })),
    // A failure here means nothing: showing the item fetches it again.
    preload: () => void fetched().catch(() => {}),
  };
}

/**
 * Fetches code of the app. If the connection is lost meanwhile, it waits until that is back, so that a page that the
 * participant has begun to fill in is not replaced by an error.
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
