import type { CSSProperties } from 'react';
import type { PublicMedia } from '@/api/schema';

/**
 * The addresses to try, best first: formats that the browser is sure of, then those that it may play.
 * Which one is in use has to be known, so that a failure and the evidence name the right one; `<source>`
 * elements would hide it.
 */
export function playable(media: PublicMedia, canPlay: (type: string) => string): string[] {
  const rank = { probably: 0, maybe: 1 } as Record<string, number>;
  return media.sources
    .map((source, order) => ({ url: source.url, rank: rank[canPlay(source.mediaType)], order }))
    .filter((source) => source.rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.order - b.order)
    .map((source) => source.url);
}

/** What this browser reports for a type: all pictures are worth trying. */
export function browserCanPlay(media: PublicMedia): (type: string) => string {
  if (media.kind === 'image') return () => 'maybe';
  const element = document.createElement(media.kind);
  return (type) => element.canPlayType(type);
}

/** "0:07", "1:05": minutes and seconds. */
export function clock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Width by height as a number, so that the frame keeps its place before anything has loaded. */
export function ratio(media: PublicMedia): number {
  return media.width && media.height ? media.width / media.height : 16 / 9;
}

/** The same for the style sheet, which keeps the frame within the window's height as well. */
export function shape(media: PublicMedia): CSSProperties {
  return { '--ratio': ratio(media) } as CSSProperties;
}
