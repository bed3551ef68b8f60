import type { MediaTiming, Timing } from '@/api/types';

/** Collects when things happened on one page, in monotonic milliseconds since it was shown. */
export interface Recorder {
  /** The page that is timed. */
  readonly page: string;
  /** An answer was given or changed. */
  changed(item: string): void;
  /** Something that may be opened (evidence, a transcript) was opened. */
  opened(item: string): void;
  /** A medium on the page; `read` is asked for its evidence when the page is handed in. */
  watch(url: string, read: () => MediaTiming): void;
  /** The page went out of sight, or came back. */
  setHidden(hidden: boolean): void;
  /** What to send with the submission. */
  snapshot(): Timing;
}

/** Moments that are listed for one item, at most: as many as the server keeps (`crates/study/src/evidence.rs`). */
const MOST_MOMENTS = 20;

type Moments = Timing['changes'];

/**
 * Adds a moment to those of one item. If they are too many, the one goes whose neighbours are closest together, and is
 * counted at the one before it: the first, the last and the longest pauses stay. The server does the same.
 */
function push(moments: Moments, moment: Moments[number]): void {
  moments.push(moment);
  if (moments.length <= MOST_MOMENTS) return;
  const at = (index: number) => moments[index]?.at ?? 0;
  const gap = (index: number) => at(index + 1) - at(index - 1);
  let least = 1;
  for (let index = 2; index < moments.length - 1; index++) {
    if (gap(index) < gap(least)) least = index;
  }
  const [gone] = moments.splice(least, 1);
  const before = moments[least - 1];
  if (before) before.omitted = (before.omitted ?? 0) + 1 + (gone?.omitted ?? 0);
}

/** The moments of all items in the order of their times. */
function inOrder(items: ReadonlyMap<string, Moments>): Moments {
  const all = [...items.values()].flat().sort((a, b) => a.at - b.at);
  return all.map((moment) => ({ ...moment }));
}

/** Starts timing `page`; `now` is a monotonic clock, `start` when the page was shown. */
export function createRecorder(page: string, now: () => number, start = now()): Recorder {
  const since = () => round(now() - start);
  const changes = new Map<string, Moments>();
  const opened = new Map<string, Moments>();
  const media = new Map<string, () => MediaTiming>();
  let first: number | null = null;
  let hidden = 0;
  let hiddenFrom: number | null = null;

  const note = (items: Map<string, Moments>, item: string) => {
    const at = since();
    first ??= at;
    const own = items.get(item) ?? [];
    items.set(item, own);
    push(own, { item, at });
  };

  return {
    page,
    changed: (item) => note(changes, item),
    opened: (item) => note(opened, item),
    watch: (url, read) => {
      media.set(url, read);
    },
    setHidden: (isHidden) => {
      if (isHidden) {
        hiddenFrom ??= now();
      } else if (hiddenFrom !== null) {
        hidden += now() - hiddenFrom;
        hiddenFrom = null;
      }
    },
    snapshot: () => ({
      submit: since(),
      firstInteraction: first,
      hidden: round(hidden + (hiddenFrom === null ? 0 : now() - hiddenFrom)),
      changes: inOrder(changes),
      opened: inOrder(opened),
      media: [...media.values()].map((read) => read()),
    }),
  };
}

/** Tenths of a millisecond: finer is noise. */
export function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
