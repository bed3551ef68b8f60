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

/** Enough for an honest page; a stuck key must not fill the request. */
const MOST_EVENTS = 500;

/** Starts timing `page`; `now` is a monotonic clock, `start` when the page was shown. */
export function createRecorder(page: string, now: () => number, start = now()): Recorder {
  const since = () => round(now() - start);
  const changes: Timing['changes'] = [];
  const opened: Timing['opened'] = [];
  const media = new Map<string, () => MediaTiming>();
  let first: number | null = null;
  let hidden = 0;
  let hiddenFrom: number | null = null;

  const note = (list: { item: string; at: number }[], item: string) => {
    const at = since();
    first ??= at;
    if (list.length < MOST_EVENTS) {
      list.push({ item, at });
    }
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
