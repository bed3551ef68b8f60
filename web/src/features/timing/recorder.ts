import type { MediaTiming, Moment, Timing } from '@/api/schema';

/** Records the times of events on one page, in monotonic milliseconds since it was shown. */
export interface Recorder {
  /** The recorded page. */
  readonly page: string;
  /** Records that an answer was given or changed. */
  changed(item: string): void;
  /** Records that evidence or a transcript was opened, or the reminder shown. */
  opened(item: string): void;
  /**
   * Adds a player of the page; `read` returns its evidence when the page is submitted. A medium that is shown again,
   * such as evidence that was closed and reopened, has several, which the server adds up.
   */
  watch(read: () => MediaTiming): void;
  /** Records that the page was hidden or shown again. */
  setHidden(hidden: boolean): void;
  /** The times to send with the submission. */
  snapshot(): Required<Timing>;
}

/** The maximum number of times of one item in a request. The server keeps fewer (`crates/study/src/evidence.rs`). */
const MOST_OF_ITEM = 200;

/**
 * Above this number of times on a page, each item keeps only its first and last one: with usual names about 40 kB,
 * which a page that is being closed can still send.
 */
const MOST_OF_PAGE = 1000;

/** Starts timing `page`; `now` is a monotonic clock, `start` when the page was shown. */
export function createRecorder(page: string, now: () => number, start = now()): Recorder {
  const since = () => round(now() - start);
  const changes: Moment[] = [];
  const opened: Moment[] = [];
  const media = new Set<() => MediaTiming>();
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
    watch: (read) => {
      media.add(read);
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
      media: [...media].map((read) => read()),
    }),
  };
}

/**
 * Drops the second to last of an item's `own` times and counts it at the one before. The first ones and the last one
 * stay.
 */
function thin(list: Moment[], own: Moment[]): void {
  const [, dropped, before] = own.reverse();
  if (!dropped || !before) return;
  list.splice(list.indexOf(dropped), 1);
  before.omitted = (before.omitted ?? 0) + (dropped.omitted ?? 0) + 1;
}

/** Rounded to tenths of a millisecond; finer values are noise. */
export function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
