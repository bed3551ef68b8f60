import { useEffect } from 'react';
import type { PublicMedia } from '@/api/schema';
import { createCache } from '@/lib/resource-cache';
import { browserCanPlay, playable } from './source';

/** On a slow connection, the current item's medium is fetched first. */
const AFTER_MS = 1200;

/**
 * Prefetched media, by address. They are blobs, which play at once whatever the browser caches. Clips are short, and a
 * page prefetches only the next one.
 */
const copies = createCache<string>({
  shared: true,
  most: 3,
  dispose: (copy) => URL.revokeObjectURL(copy),
});

/** The local copy of a medium, if it has been prefetched; otherwise its address. */
export function local(url: string): string {
  return copies.peek(url) ?? url;
}

/** Prefetches a medium. A failure is ignored; the page loads it itself. */
export async function prefetchMedia(url: string): Promise<void> {
  const load = async () => {
    const response = await fetch(url, { priority: 'low' });
    if (!response.ok) throw new Error(response.statusText);
    return URL.createObjectURL(await response.blob());
  };
  await copies.get(url, load).catch(() => {});
}

/** Prefetches the next item's medium while the current one is shown, unless the browser saves data. */
export function usePrefetch(next: PublicMedia | null | undefined): void {
  useEffect(() => {
    const saveData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
    const url = next ? playable(next, browserCanPlay(next))[0] : undefined;
    if (!url || saveData) return;
    const timer = setTimeout(() => void prefetchMedia(url), AFTER_MS);
    return () => clearTimeout(timer);
  }, [next]);
}
