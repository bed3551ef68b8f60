import type { CSSProperties, ReactNode } from 'react';
import type { Annotation } from '@/api/schema';
import { cx } from '@/lib/cx';
import { useTaskMessages } from '@/locales/task';
import { Icon, type IconName } from '@/ui/icon';
import s from './media.module.css';
import { clock } from './source';
import type { Playback } from './use-playback';

type ControlProps = {
  icon: IconName;
  label: string;
  pressed?: boolean;
  wide?: boolean;
  onClick: () => void;
};

function Control({ icon, label, pressed, wide, onClick }: ControlProps) {
  return (
    <button
      type="button"
      className={cx(s.control, wide && s.wideOnly)}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} size={22} />
    </button>
  );
}

/** The positions of annotations on the time line. */
function TimeSpans({
  annotations,
  length,
}: {
  annotations: readonly Annotation[];
  length: number;
}): ReactNode {
  return annotations.map((annotation) => {
    if (typeof annotation.from !== 'number' || length <= 0) return null;
    const position: CSSProperties = {
      left: `${(annotation.from / length) * 100}%`,
      width: `${(((annotation.to ?? annotation.from) - annotation.from) / length) * 100}%`,
    };
    return (
      <i
        key={`${annotation.from}-${annotation.x}-${annotation.y}`}
        className={s.timeMark}
        style={position}
      />
    );
  });
}

type Props = { playback: Playback; hasCaptions: boolean; annotations: readonly Annotation[] };

/** Play, replay, time line, captions, volume. They are below the picture, so that they never cover a cue. */
export function PlayerControls({ playback, hasCaptions, annotations }: Props) {
  const w = useTaskMessages().media;
  const { state } = playback;
  const share = state.length > 0 ? Math.min(1, state.at / state.length) : 0;
  return (
    <div className={s.controls}>
      <Control
        icon={state.playing ? 'pause' : 'play'}
        label={state.playing ? w.pause : w.play}
        onClick={playback.toggle}
      />
      <Control icon="replay" label={w.replay} onClick={playback.replay} />
      <span className={s.time}>{clock(state.at)}</span>
      <div className={s.line}>
        <TimeSpans annotations={annotations} length={state.length} />
        <input
          type="range"
          className={s.scrub}
          aria-label={w.position}
          aria-valuetext={w.positionText(clock(state.at), clock(state.length))}
          min={0}
          max={state.length || 1}
          step={0.1}
          value={Math.min(state.at, state.length || 1)}
          style={{ '--fill': `${share * 100}%` } as CSSProperties}
          onChange={(event) => playback.seek(event.target.valueAsNumber)}
        />
      </div>
      <span className={s.time}>{clock(state.length)}</span>
      {hasCaptions && (
        <Control
          icon="captions"
          label={w.captions}
          pressed={state.captions}
          onClick={() => playback.setCaptions(!state.captions)}
        />
      )}
      <Control
        icon={state.muted ? 'muted' : 'sound'}
        label={w.mute}
        pressed={state.muted}
        wide
        onClick={() => playback.setMuted(!state.muted)}
      />
    </div>
  );
}
