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

/** Moments of one item in a request, at most. The server keeps fewer of them (`crates/study/src/evidence.rs`). */
const MOST_MOMENTS = 200;

/** Starts timing `page`; `now` is a monotonic clock, `start` when the page was shown. */
export function createRecorder(page: string, now: () => number, start = now()): Recorder {
  const since = () => round(now() - start);
  const changes: Timing['changes'] = [];
  const opened: Timing['opened'] = [];
  const media = new Map<string, () => MediaTiming>();
  let first: number | null = null;
  let hidden = 0;
  let hiddenFrom: number | null = null;

  const note = (list: Timing['changes'], item: string) => {
    const at = since();
    first ??= at;
    const [last, before] = list
      .filter((one) => one.item === item)
      .slice(MOST_MOMENTS - 2)
      .reverse();
    // Of too many, the first ones stay and the last; those between are counted.
    if (last && before) {
      list.splice(list.indexOf(last), 1);
      before.omitted = (before.omitted ?? 0) + 1;
    }
    list.push({ item, at });
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

/** Tenths of a millisecond: finer is noise. */
export function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
