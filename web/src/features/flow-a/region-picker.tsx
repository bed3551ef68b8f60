import type { KeyboardEvent, PointerEvent } from 'react';
import { useTaskMessages } from '@/locales/task';
import s from './flow-a.module.css';
import { moved, type Place, placeIn } from './region';

type Props = { place: Place | undefined; describedBy: string; onPlace: (place: Place) => void };

/** Lies over the picture and takes one mark, by pointer or by arrow keys. */
export function RegionPicker({ place, describedBy, onPlace }: Props) {
  const w = useTaskMessages().flowA;
  const press = (event: KeyboardEvent) => {
    const next = moved(place, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    onPlace(next);
  };
  const point = (event: PointerEvent<HTMLElement>) => {
    const next = placeIn(event.currentTarget.getBoundingClientRect(), event.clientX, event.clientY);
    if (next) onPlace(next);
  };
  return (
    <div
      // Arrow keys must reach it, which a screen reader's reading mode would keep for itself.
      role="application"
      aria-label={w.markPad}
      aria-describedby={describedBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is interactive, by arrow keys.
      tabIndex={0}
      className={s.pad}
      onKeyDown={press}
      onPointerDown={point}
    >
      {place && (
        <span className={s.mark} style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }} />
      )}
    </div>
  );
}
