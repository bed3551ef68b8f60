import type { MediaTiming } from '@/api/schema';
import { round } from '@/features/timing/recorder';

/** What a media element reported. `at` is its position in seconds. */
type ExposureEvent =
  | { type: 'canPlay' | 'firstFrame' | 'stalled' | 'flowing' }
  | { type: 'playing' | 'time' | 'paused'; at: number }
  | { type: 'seek'; at: number }
  | { type: 'sound'; muted: boolean }
  | { type: 'captions'; on: boolean }
  | { type: 'error'; what: string };

/** Evidence of what of a medium was seen or heard. */
export interface Exposure {
  on(event: ExposureEvent): void;
  read(): Required<MediaTiming>;
}

/** Parts that are listed, at most: as many as the server keeps, the first and the last ones. */
const MOST_PARTS = 50;

/** A jump of the position that is longer than two updates of a slow browser is no playing. */
const LONGEST_UPDATE = 1.5;

/** Starts the record of one medium; `now` is a monotonic clock, `error` a failure that is known already. */
export function createExposure(
  url: string,
  now: () => number,
  error: string | null = null,
): Exposure {
  const start = now();
  const since = () => round(now() - start);
  const record: Required<MediaTiming> = {
    url,
    canPlay: null,
    firstFrame: null,
    watched: [],
    watchedOmitted: 0,
    stalls: 0,
    stalledFor: 0,
    seeks: 0,
    plays: 0,
    muted: false,
    captions: false,
    error,
  };
  let open: [number, number] | null = null;
  let stalledFrom: number | null = null;

  const extend = (at: number) => {
    if (open && at >= open[1] && at - open[1] <= LONGEST_UPDATE) open[1] = at;
  };
  const close = () => {
    if (open && open[1] > open[0]) record.watched.push([seconds(open[0]), seconds(open[1])]);
    open = null;
    if (record.watched.length > MOST_PARTS) {
      record.watched.splice(MOST_PARTS / 2, 1);
      record.watchedOmitted += 1;
    }
  };
  const flowing = () => {
    if (stalledFrom !== null) {
      record.stalledFor = round(record.stalledFor + now() - stalledFrom);
      stalledFrom = null;
    }
  };

  return {
    on: (event) => {
      switch (event.type) {
        case 'canPlay':
          record.canPlay ??= since();
          break;
        case 'firstFrame':
          record.firstFrame ??= since();
          break;
        case 'playing':
          close();
          open = [event.at, event.at];
          record.plays += 1;
          break;
        case 'time':
          extend(event.at);
          break;
        case 'paused':
          extend(event.at);
          close();
          flowing();
          break;
        case 'seek':
          record.seeks += 1;
          if (open) {
            close();
            open = [event.at, event.at];
          }
          break;
        case 'stalled':
          record.stalls += 1;
          stalledFrom ??= now();
          break;
        case 'flowing':
          flowing();
          break;
        case 'sound':
          record.muted = event.muted;
          break;
        case 'captions':
          record.captions = event.on;
          break;
        case 'error':
          record.error = event.what;
          break;
      }
    },
    read: () => ({
      ...record,
      watched:
        open && open[1] > open[0]
          ? [...record.watched, [seconds(open[0]), seconds(open[1])]]
          : [...record.watched],
      stalledFor:
        stalledFrom === null ? record.stalledFor : round(record.stalledFor + now() - stalledFrom),
    }),
  };
}

function seconds(position: number): number {
  return Math.round(position * 100) / 100;
}
