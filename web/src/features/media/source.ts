import type { CSSProperties } from 'react';
import type { PublicMedia } from '@/api/schema';

/**
 * The addresses to try: first formats that the browser certainly plays, then those that it may play. `<source>`
 * elements would hide which one is used, but errors and evidence must name it.
 */
export function playable(media: PublicMedia, canPlay: (type: string) => string): string[] {
  const rank = { probably: 0, maybe: 1 } as Record<string, number>;
  return media.sources
    .map((source, order) => ({ url: source.url, rank: rank[canPlay(source.mediaType)], order }))
    .filter((source) => source.rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.order - b.order)
    .map((source) => source.url);
}

/** The browser's answer for a media type. All pictures are tried. */
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

/** The aspect ratio as a number, so that the frame has its final size before the medium is loaded. */
export function ratio(media: PublicMedia): number {
  return media.width && media.height ? media.width / media.height : 16 / 9;
}

/** The aspect ratio for the style sheet, which keeps the frame within the height of the window. */
export function shape(media: PublicMedia): CSSProperties {
  return { '--ratio': ratio(media) } as CSSProperties;
}
