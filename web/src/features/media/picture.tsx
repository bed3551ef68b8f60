import { type ReactNode, use, useState } from 'react';
import type { PublicMedia } from '@/api/schema';
import { RefreshMedia } from '@/features/study-page/refresh-media';
import type { Recorder } from '@/features/timing/recorder';
import { cx } from '@/lib/cx';
import { useTaskMessages } from '@/locales/task';
import { Icon } from '@/ui/icon';
import s from './media.module.css';
import { MediaFailed } from './media-failed';
import { local } from './prefetch';
import { shape } from './source';
import { useExposure } from './use-playback';

const MOST_ZOOM = 3;

type Props = { media: PublicMedia; recorder?: Recorder | undefined; overlay?: ReactNode };

/** A picture that can be enlarged within its frame. */
export function Picture({ media, recorder, overlay }: Props) {
  const w = useTaskMessages().media;
  const url = media.sources[0]?.url ?? '';
  const exposure = useExposure(url, recorder);
  const [zoom, setZoom] = useState(1);
  const [failed, setFailed] = useState(false);
  const [wasHeld, setWasHeld] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const refresh = use(RefreshMedia);
  const retry = async () => {
    // If that fails as well, the old address is retried.
    await refresh().catch(() => undefined);
    setFailed(false);
    setAttempt(attempt + 1);
  };
  const change = (next: number) => {
    recorder?.opened(`zoom-${next}`);
    setZoom(next);
  };
  const zoomed = zoom > 1;
  return (
    <figure
      className={cx(s.frame, failed ? s.whole : !overlay && s.zoomOver)}
      style={shape(media)}
      data-bare={zoomed || failed || undefined}
      // As in the player of clips: the controls go, and would take the focus with them.
      onErrorCapture={(event) => setWasHeld(event.currentTarget.contains(document.activeElement))}
    >
      {/* Scrolled by keyboard while it is larger than its frame, so it must take the focus then. */}
      <section
        className={cx(s.stage, zoomed && s.zoomed, failed && s.noStage)}
        tabIndex={zoomed ? 0 : undefined}
        aria-label={zoomed ? w.zoomed : undefined}
      >
        <div className={s.canvas} style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
          <img
            key={attempt}
            className={s.picture}
            src={local(url)}
            alt={media.alt}
            onLoad={() => {
              exposure.on({ type: 'canPlay' });
              exposure.on({ type: 'firstFrame' });
            }}
            onError={() => {
              exposure.on({ type: 'error', what: 'network' });
              setFailed(true);
            }}
          />
          {!failed && overlay}
        </div>
        {failed && <MediaFailed media={media} onRetry={retry} focus={wasHeld} />}
      </section>
      {!failed && (
        <div className={s.controls}>
          <span className={s.gap} />
          <ZoomButton
            icon="minus"
            label={w.zoomOut}
            off={zoom === 1}
            onClick={() => change(zoom - 1)}
          />
          <ZoomButton
            icon="plus"
            label={w.zoomIn}
            off={zoom === MOST_ZOOM}
            onClick={() => change(zoom + 1)}
          />
        </div>
      )}
    </figure>
  );
}

type ZoomProps = { icon: 'minus' | 'plus'; label: string; off: boolean; onClick: () => void };

function ZoomButton({ icon, label, off, onClick }: ZoomProps) {
  return (
    <button
      type="button"
      className={s.control}
      aria-label={label}
      aria-disabled={off}
      onClick={off ? undefined : onClick}
    >
      <Icon name={icon} size={22} />
    </button>
  );
}
