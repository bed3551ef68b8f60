import type { MediaTiming, PublicEvidence, PublicMedia, Timing } from '@/api/schema';

/** What an answer was given without. */
export interface Unseen {
  /** Audio and video of which playback was never started, and pictures that have not loaded. */
  media: readonly PublicMedia[];
  /** Whether there is evidence, and none was opened. */
  unchecked: boolean;
}

/** The item of a moment in the timing: the reminder was shown. */
export const REMINDER = 'reminder';

/**
 * Finds what was not played, loaded or opened on this visit of the page. A medium that failed or that has no player is
 * left out. `crates/study/src/unseen.rs` has the same rule for the quality flags.
 */
export function findUnseen(
  { media: exposures = [], opened = [] }: Timing,
  media: readonly PublicMedia[],
  evidence: readonly PublicEvidence[] = [],
): Unseen | null {
  const waits = ({ kind, sources }: PublicMedia) => {
    const own = exposures.filter(({ url }) => sources.some((source) => source.url === url));
    const isSeen = ({ plays, firstFrame, error }: MediaTiming) =>
      error || (kind === 'image' ? typeof firstFrame === 'number' : plays);
    return own.length > 0 && !own.some(isSeen);
  };
  const found = {
    media: media.filter(waits),
    unchecked:
      evidence.length > 0 && !opened.some(({ item }) => evidence.some(({ id }) => id === item)),
  };
  return found.media.length > 0 || found.unchecked ? found : null;
}
