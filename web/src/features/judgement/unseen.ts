import type { PublicEvidence, PublicMedia, Timing } from '@/api/schema';

/** What an answer was given without. */
export interface Unseen {
  /** Audio and video of which playback was never started. */
  media: readonly PublicMedia[];
  /** Whether there is evidence, and none was opened. */
  unchecked: boolean;
}

/** The item of a moment in the timing: the reminder was shown. */
export const REMINDER = 'reminder';

/**
 * Finds what was not played or opened on this visit of the page. A medium that failed or that has no player is left
 * out, and so are pictures: they are seen without any action. `crates/study/src/unseen.rs` has the same rule for the
 * quality flags, which also count pictures that were not loaded yet.
 */
export function findUnseen(
  { media: exposures = [], opened = [] }: Timing,
  media: readonly PublicMedia[],
  evidence: readonly PublicEvidence[] = [],
): Unseen | null {
  const waits = ({ kind, sources }: PublicMedia) => {
    const own = exposures.filter(({ url }) => sources.some((source) => source.url === url));
    const seen = own.some(({ plays, error }) => plays || error);
    return kind !== 'image' && own.length > 0 && !seen;
  };
  const found = {
    media: media.filter(waits),
    unchecked:
      evidence.length > 0 && !opened.some(({ item }) => evidence.some(({ id }) => id === item)),
  };
  return found.media.length > 0 || found.unchecked ? found : null;
}
