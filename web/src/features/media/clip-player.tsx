import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Annotation, PublicMedia } from '@/api/schema';
import type { Recorder } from '@/features/timing/recorder';
import { cx } from '@/lib/cx';
import { useLocale } from '@/lib/locale';
import { useTaskMessages } from '@/locales/task';
import { Icon } from '@/ui/icon';
import s from './media.module.css';
import { MediaFailed } from './media-failed';
import { PlayerControls } from './player-controls';
import { shape } from './source';
import { type Playback, usePlayback } from './use-playback';

/** What a page can do with its medium. */
export interface MediaHandle {
  replay: () => void;
  seek: (at: number) => void;
  pause: () => void;
}

export type ClipProps = {
  media: PublicMedia;
  recorder?: Recorder | undefined;
  annotations?: readonly Annotation[] | undefined;
  overlay?: ReactNode;
  handle?: Ref<MediaHandle> | undefined;
  /** See `usePlayback`. */
  captioned?: boolean | undefined;
};

/** A video, or a sound with the same controls. */
export function ClipPlayer(props: ClipProps) {
  const { media, recorder, annotations = [], overlay, handle, captioned = true } = props;
  const ref = useRef<HTMLVideoElement>(null);
  const playback = usePlayback(ref, media, recorder, captioned);
  useImperativeHandle(handle, () => ({
    replay: playback.replay,
    seek: playback.seek,
    pause: playback.pause,
  }));
  const sound = media.kind === 'audio';
  const { failed } = playback.state;
  const whole = sound || failed;
  const [wasHeld, setWasHeld] = useState(false);
  const [cue, setCue] = useState('');
  return (
    <figure
      className={cx(s.frame, whole && s.whole)}
      style={shape(media)}
      data-clip={whole ? undefined : ''}
      data-bare={playback.state.started || failed || undefined}
      // The controls go when the clip fails, and would take the focus with them.
      onErrorCapture={(event) => setWasHeld(event.currentTarget.contains(document.activeElement))}
    >
      <div className={cx(s.stage, sound && s.soundStage, failed && s.noStage)}>
        <Clip element={ref} media={media} playback={playback} onCue={sound ? setCue : undefined} />
        {sound && (
          <SoundFace playing={playback.state.playing} cue={playback.state.captions ? cue : ''} />
        )}
        {failed ? <MediaFailed media={media} onRetry={playback.retry} focus={wasHeld} /> : overlay}
        {!playback.state.started && !failed && !overlay && <BigPlay playback={playback} />}
      </div>
      {!failed && (
        <PlayerControls
          playback={playback}
          hasCaptions={media.captions.length > 0}
          annotations={annotations}
        />
      )}
    </figure>
  );
}

type ClipElement = {
  element: React.RefObject<HTMLVideoElement | null>;
  media: PublicMedia;
  playback: Playback;
  /** Receives the text of the captions if there is no picture to show them on. */
  onCue: ((words: string) => void) | undefined;
};

function Clip({ element, media, playback, onCue }: ClipElement) {
  const locale = useLocale();
  const { captions } = playback.state;
  useEffect(() => {
    for (const track of element.current?.textTracks ?? []) {
      const on = captions && track.language === chosen(media, locale);
      track.mode = !on ? 'disabled' : onCue ? 'hidden' : 'showing';
      track.oncuechange = on && onCue ? () => onCue(wordsOf(track)) : null;
    }
  }, [element, captions, media, locale, onCue]);
  const preload = usePosterFirst(media.poster ?? undefined);
  // `<video>` also plays sound files and, unlike `<audio>`, supports captions.
  return (
    <video
      ref={element}
      className={s.clip}
      src={playback.src}
      poster={media.poster ?? undefined}
      preload={preload}
      playsInline
      aria-label={media.alt}
      onClick={playback.toggle}
      {...playback.events}
    >
      {media.captions.map((track) => (
        <track
          key={track.url}
          kind="captions"
          src={track.url}
          srcLang={track.locale}
          label={track.name}
          default={track.locale === chosen(media, locale)}
        />
      ))}
    </video>
  );
}

/** The current text of a caption track. */
function wordsOf(track: TextTrack): string {
  return [...(track.activeCues ?? [])].map((cue) => (cue as VTTCue).text).join('\n');
}

/** Delay between the poster and the clip, in ms, so that the poster is painted first. */
const AFTER_POSTER = 150;

/** On a slow connection the poster is fetched first, because it is shown until the clip is loaded. */
function usePosterFirst(poster: string | undefined): 'none' | 'auto' {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (!poster) return;
    const picture = new Image();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A missing poster does not delay the clip.
    const go = () => {
      timer = setTimeout(() => setShown(poster), AFTER_POSTER);
    };
    picture.addEventListener('load', go);
    picture.addEventListener('error', go);
    picture.src = poster;
    return () => {
      clearTimeout(timer);
      picture.removeEventListener('load', go);
      picture.removeEventListener('error', go);
    };
  }, [poster]);
  return shown === poster ? 'auto' : 'none';
}

/** Captions in the reader's language, otherwise the first available ones. */
function chosen(media: PublicMedia, locale: string): string | undefined {
  return (media.captions.find((track) => track.locale === locale) ?? media.captions[0])?.locale;
}

function BigPlay({ playback }: { playback: Playback }) {
  const w = useTaskMessages().media;
  // The control below the picture has the accessible name; keyboard and screen reader need only one of both.
  return (
    <button
      type="button"
      className={s.bigPlay}
      tabIndex={-1}
      aria-hidden="true"
      title={w.play}
      onClick={playback.toggle}
    >
      <Icon name="play" size={36} />
    </button>
  );
}

function SoundFace({ playing, cue }: { playing: boolean; cue: string }) {
  const w = useTaskMessages().media;
  return (
    <div className={cx(s.soundFace, playing && s.sounding)}>
      <Icon name="sound" size={32} />
      <span>{cue || w.audio}</span>
    </div>
  );
}
