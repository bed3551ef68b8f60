import type { MediaTiming } from '@/api/schema';
import { round } from '@/features/timing/recorder';

/** An event of a media element; `at` is its position in seconds. */
type ExposureEvent =
  | { type: 'canPlay' | 'firstFrame' | 'stalled' | 'flowing' }
  | { type: 'playing' | 'time' | 'paused'; at: number }
  | { type: 'seek'; at: number }
  | { type: 'sound'; muted: boolean }
  | { type: 'captions'; on: boolean }
  | { type: 'error'; what: string };

/** Evidence of which parts of a medium were seen or heard. */
export interface Exposure {
  on(event: ExposureEvent): void;
  read(): Required<MediaTiming>;
}

/** The maximum number of parts: as many as the server keeps, the first and the last ones. */
const MOST_PARTS = 50;

/** A longer jump of the position than two updates of a slow browser does not count as playback. */
const LONGEST_UPDATE = 1.5;

/** Starts recording one medium; `now` is a monotonic clock, `error` a failure that is already known. */
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
  /** Whether captions are on now; `record.captions`: whether they were on while the medium played. */
  let captions = false;
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
          record.captions ||= captions;
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
          captions = event.on;
          record.captions ||= captions && open !== null;
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
