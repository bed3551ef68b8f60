import { useEffect } from 'react';
import type { PublicMedia } from '@/api/schema';
import { browserCanPlay, playable } from './source';

/** Clips are short; two ahead is as far as anybody can go before the page asks again. */
const MOST_KEPT = 3;

/** The present item's medium goes first on a slow line. */
const AFTER_MS = 1200;

/**
 * Media fetched ahead, by address. They are kept as blobs, because the server forbids caches to keep what
 * belongs to one participant.
 */
const kept = new Map<string, string>();
const underWay = new Set<string>();

/** The local copy of a medium, if it has been fetched ahead; otherwise its address. */
export function local(url: string): string {
  return kept.get(url) ?? url;
}

/** Fetches a medium ahead. A failure is no news: the page will load it itself. */
export async function fetchAhead(url: string): Promise<void> {
  if (kept.has(url) || underWay.has(url)) {
    return;
  }
  underWay.add(url);
  try {
    const response = await fetch(url, { priority: 'low' });
    if (response.ok) {
      keep(url, URL.createObjectURL(await response.blob()));
    }
  } catch {
    // Offline, or the page was left.
  } finally {
    underWay.delete(url);
  }
}

function keep(url: string, copy: string): void {
  for (const [oldest, blob] of kept) {
    if (kept.size < MOST_KEPT) {
      break;
    }
    URL.revokeObjectURL(blob);
    kept.delete(oldest);
  }
  kept.set(url, copy);
}

/** Fetches the next item's medium while the present one is shown, unless the reader saves data. */
export function usePrefetch(next: PublicMedia | null | undefined): void {
  useEffect(() => {
    const saveData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
    const url = next ? playable(next, browserCanPlay(next))[0] : undefined;
    if (!url || saveData) {
      return;
    }
    const timer = setTimeout(() => void fetchAhead(url), AFTER_MS);
    return () => clearTimeout(timer);
  }, [next]);
}
