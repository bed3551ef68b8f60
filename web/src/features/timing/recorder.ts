import type { MediaTiming, Moment, Timing } from '@/api/schema';

/** Collects when things happened on one page, in monotonic milliseconds since it was shown. */
export interface Recorder {
  /** The page that is timed. */
  readonly page: string;
  /** An answer was given or changed. */
  changed(item: string): void;
  /** Something that may be opened (evidence, a transcript) was opened. */
  opened(item: string): void;
  /** A medium on the page; `read` returns its evidence when the page is submitted. */
  watch(url: string, read: () => MediaTiming): void;
  /** The page went out of sight, or came back. */
  setHidden(hidden: boolean): void;
  /** What to send with the submission. */
  snapshot(): Required<Timing>;
}

/** The most moments of one item in a request. The server keeps fewer of them (`crates/study/src/evidence.rs`). */
const MOST_OF_ITEM = 200;

/**
 * From so many moments of a page on, each item keeps its first and its last one: with usual names some 40 kB, which a page
 * that is being closed may still send.
 */
const MOST_OF_PAGE = 1000;

/** Starts timing `page`; `now` is a monotonic clock, `start` when the page was shown. */
export function createRecorder(page: string, now: () => number, start = now()): Recorder {
  const since = () => round(now() - start);
  const changes: Moment[] = [];
  const opened: Moment[] = [];
  const media = new Map<string, () => MediaTiming>();
  let first: number | null = null;
  let hidden = 0;
  let hiddenFrom: number | null = null;

  const note = (list: Moment[], item: string) => {
    const at = since();
    first ??= at;
    list.push({ item, at });
    const own = list.filter((one) => one.item === item);
    if (own.length > MOST_OF_ITEM || changes.length + opened.length > MOST_OF_PAGE) thin(list, own);
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
      changes: [...changes],
      opened: [...opened],
      media: [...media.values()].map((read) => read()),
    }),
  };
}

/** Drops the second last of an item's `own` moments and counts it at the one before: the first ones stay, and the last. */
function thin(list: Moment[], own: Moment[]): void {
  const [, dropped, before] = own.reverse();
  if (!dropped || !before) return;
  list.splice(list.indexOf(dropped), 1);
  before.omitted = (before.omitted ?? 0) + (dropped.omitted ?? 0) + 1;
}

/** Tenths of a millisecond: finer is noise. */
export function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
