import type { CSSProperties } from 'react';

/** So near to the upper or lower edge of the screen, in px, a drag scrolls the page. */
const EDGE = 96;

/** A press that moves less, in px, is no drag. */
const SLIP = 8;

/**
 * Drags a row of a list by its handle after a `pointerdown`, with mouse, finger or pen. Until the row is dropped, only the
 * looks of the rows change (`show`): a handle that moves in the document would lose the pointer. Escape cancels.
 */
export function dragRow(
  handle: HTMLElement,
  { button, isPrimary, pointerId, clientY }: PointerEvent,
  show: (looks: CSSProperties[]) => void,
  drop: (from: number, to: number) => void,
): void {
  const own = handle.closest('li');
  const rows = [...(own?.parentElement?.children ?? [])];
  if (!own || button !== 0 || !isPrimary) return;
  const from = rows.indexOf(own);
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const middles = boxes.map(({ top, height }) => top + height / 2);
  const gap = (boxes[1]?.top ?? 0) - (boxes[0]?.bottom ?? 0);
  const room = (boxes[from]?.height ?? 0) + gap;
  const start = clientY + window.scrollY;
  const ended = new AbortController();
  let y = clientY;
  let to: number | undefined;
  let frame = 0;

  const look = () => {
    const by = y + window.scrollY - start;
    if (to === undefined && Math.abs(by) < SLIP) return;
    const middle = (middles[from] ?? 0) + by;
    const over = middles.filter((other, at) => at !== from && other < middle).length;
    to = over;
    show(
      rows.map((_, at) => {
        if (at === from) return { ...LIFTED, translate: `0 ${by}px` };
        const shift = at > from && at <= over ? -room : at < from && at >= over ? room : 0;
        return { translate: `0 ${shift}px`, transition: 'translate var(--fast)' };
      }),
    );
  };
  const scroll = () => {
    if (!handle.isConnected) return end(false);
    const past = Math.min(0, y - EDGE) + Math.max(0, y - window.innerHeight + EDGE);
    if (to !== undefined && past !== 0) {
      window.scrollBy(0, past / 6);
      look();
    }
    frame = requestAnimationFrame(scroll);
  };
  const move = (event: PointerEvent) => {
    y = event.clientY;
    look();
  };
  const end = (dropped: boolean) => {
    ended.abort();
    cancelAnimationFrame(frame);
    show([]);
    if (dropped && to !== undefined) drop(from, to);
  };

  handle.setPointerCapture(pointerId);
  const { signal } = ended;
  handle.addEventListener('pointermove', move, { signal });
  handle.addEventListener('pointerup', () => end(true), { signal });
  handle.addEventListener('pointercancel', () => end(false), { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
  scroll();
}

const LIFTED: CSSProperties = {
  position: 'relative',
  zIndex: 1,
  borderColor: 'var(--accent)',
  boxShadow: 'var(--shadow-3)',
};
