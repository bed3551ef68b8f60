/** A place in a picture, as fractions of its width and height. */
export interface Place {
  x: number;
  y: number;
}

const SMALL = 0.02;
const LARGE = 0.1;
const MIDDLE: Place = { x: 0.5, y: 0.5 };

const MOVES: Record<string, Place> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function within(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
}

/** Where a key press moves the mark; undefined for other keys. The first one puts it in the middle. */
export function moved(place: Place | undefined, key: string, far: boolean): Place | undefined {
  const move = MOVES[key];
  if (!move) return undefined;
  if (!place) return MIDDLE;
  const step = far ? LARGE : SMALL;
  return { x: within(place.x + move.x * step), y: within(place.y + move.y * step) };
}

/** The place of a click in a box. */
export function placeIn(box: DOMRect, clientX: number, clientY: number): Place | undefined {
  if (box.width === 0 || box.height === 0) return undefined;
  return {
    x: within((clientX - box.left) / box.width),
    y: within((clientY - box.top) / box.height),
  };
}
