import { type RefObject, use, useEffect, useMemo, useRef, useState } from 'react';
import type { PublicMedia } from '@/api/schema';
import { RefreshMedia } from '@/features/study-page/refresh-media';
import type { Recorder } from '@/features/timing/recorder';
import { useCaptions } from './captions';
import { createExposure, type Exposure } from './exposure';
import { local } from './prefetch';
import { browserCanPlay, playable } from './source';

/** The state of the controls. */
interface PlaybackState {
  playing: boolean;
  started: boolean;
  waiting: boolean;
  at: number;
  length: number;
  muted: boolean;
  failed: boolean;
}

/** A media element with its state, its evidence and its actions. */
export type Playback = ReturnType<typeof usePlayback>;

type Update = (change: Partial<PlaybackState>) => void;

/** Replaying counts as playing from the start, not as seeking. */
function listeners(
  exposure: Exposure,
  update: Update,
  replaying: { current: boolean },
  onFailure: (why: string) => void,
) {
  type E = { currentTarget: HTMLMediaElement };
  return {
    onLoadedMetadata: ({ currentTarget: media }: E) => update({ length: media.duration }),
    onLoadedData: () => exposure.on({ type: 'firstFrame' }),
    onCanPlay: () => exposure.on({ type: 'canPlay' }),
    onPlay: ({ currentTarget: media }: E) => {
      exposure.on({ type: 'playing', at: media.currentTime });
      update({ playing: true, started: true });
    },
    onPlaying: () => {
      exposure.on({ type: 'flowing' });
      update({ waiting: false });
    },
    onTimeUpdate: ({ currentTarget: media }: E) => {
      exposure.on({ type: 'time', at: media.currentTime });
      update({ at: media.currentTime });
    },
    onPause: ({ currentTarget: media }: E) => {
      exposure.on({ type: 'paused', at: media.currentTime });
      update({ playing: false, waiting: false });
    },
    onSeeking: ({ currentTarget: media }: E) => {
      if (!replaying.current) {
        exposure.on({ type: 'seek', at: media.currentTime });
      }
      replaying.current = false;
      update({ at: media.currentTime });
    },
    onWaiting: ({ currentTarget: media }: E) => {
      if (!media.seeking) {
        exposure.on({ type: 'stalled' });
        update({ waiting: true });
      }
    },
    onVolumeChange: ({ currentTarget: media }: E) => {
      exposure.on({ type: 'sound', muted: media.muted });
      update({ muted: media.muted });
    },
    onError: ({ currentTarget: media }: E) => {
      onFailure(ERRORS[media.error?.code ?? 0] ?? 'unknown');
    },
  };
}

/** The names of `MediaError.code`. */
const ERRORS = ['unknown', 'aborted', 'network', 'decode', 'not supported'];

/** The evidence of one medium for the page's recorder; `error` is a failure that is known from the start. */
export function useExposure(url: string, recorder: Recorder | undefined, error?: string): Exposure {
  const exposure = useMemo(() => createExposure(url, () => performance.now(), error), [url, error]);
  useEffect(() => recorder?.watch(exposure.read), [exposure, recorder]);
  return exposure;
}

/**
 * Plays `media` in the element of `ref`, and reports the evidence to the recorder, if any. With `captioned`, captions
 * are shown as the participant prefers; otherwise they are off until they are turned on for this medium.
 */
export function usePlayback(
  ref: RefObject<HTMLMediaElement | null>,
  media: PublicMedia,
  recorder: Recorder | undefined,
  captioned: boolean,
) {
  const urls = useMemo(() => playable(media, browserCanPlay(media)), [media]);
  const [tried, setTried] = useState(0);
  const [state, setState] = useState<PlaybackState>({
    playing: false,
    started: false,
    waiting: false,
    at: 0,
    length: media.seconds ?? 0,
    muted: false,
    failed: urls.length === 0,
  });
  const [preferred, prefer] = useCaptions();
  const [own, setOwn] = useState(false);
  const captions = media.captions.length > 0 && (captioned ? preferred : own);
  const refresh = use(RefreshMedia);
  const replaying = useRef(false);
  const update: Update = (change) => setState((old) => ({ ...old, ...change }));
  const url = urls[0] ?? media.sources[0]?.url ?? '';
  // Without a playable format, no event reports the failure.
  const exposure = useExposure(url, recorder, urls[0] ? undefined : ERRORS[4]);
  useEffect(() => exposure.on({ type: 'captions', on: captions }), [exposure, captions]);
  const fail = (what: string) => {
    exposure.on({ type: 'error', what });
    update({ failed: true, playing: false });
  };

  const play = () => void ref.current?.play().catch(() => undefined);
  return {
    state: { ...state, captions },
    src: urls[tried] && local(urls[tried]),
    // Another format may work. Only the failure of the last one counts as a failure of the medium.
    events: listeners(exposure, update, replaying, (why) =>
      tried + 1 < urls.length ? setTried(tried + 1) : fail(why),
    ),
    toggle: () => (ref.current?.paused === false ? ref.current.pause() : play()),
    replay: () => {
      if (ref.current) {
        replaying.current = ref.current.currentTime > 0;
        ref.current.pause();
        ref.current.currentTime = 0;
        play();
      }
    },
    seek: (at: number) => {
      if (ref.current) {
        ref.current.currentTime = at;
        update({ at });
      }
    },
    pause: () => ref.current?.pause(),
    setCaptions: captioned ? prefer : setOwn,
    setMuted: (muted: boolean) => {
      if (ref.current) ref.current.muted = muted;
    },
    retry: async () => {
      // If that fails as well, the old address is retried.
      await refresh().catch(() => undefined);
      setTried(0);
      update({ failed: false, started: false, at: 0 });
      ref.current?.load();
    },
  };
}
