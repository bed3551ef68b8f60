import { type KeyboardEvent, type MouseEvent, useEffect } from 'react';
import { useTaskMessages } from '@/locales/task';
import { moved, type Point, pointIn } from './region';
import s from './region.module.css';

type Props = {
  point: Point | undefined;
  describedBy: string;
  onSelect: (point: Point) => void;
  /** Called with false when the picture can't be shown. */
  onShown: (shown: boolean) => void;
};

/** An overlay on the image for selecting a point with the pointer or arrow keys. */
export function RegionPicker({ point, describedBy, onSelect, onShown }: Props) {
  const w = useTaskMessages().flowA;
  useEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);
  const press = (event: KeyboardEvent) => {
    const next = moved(point, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    onSelect(next);
  };
  const select = (event: MouseEvent<HTMLElement>) => {
    const next = pointIn(event.currentTarget.getBoundingClientRect(), event.clientX, event.clientY);
    if (next) onSelect(next);
  };
  return (
    <div
      // A screen reader's reading mode would intercept the arrow keys.
      role="application"
      aria-label={w.markPad}
      aria-describedby={describedBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is interactive, by arrow keys.
      tabIndex={0}
      className={s.pad}
      onKeyDown={press}
      // A finger that scrolls the page makes no click.
      onClick={select}
    >
      {point && (
        <span className={s.mark} style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }} />
      )}
    </div>
  );
}
