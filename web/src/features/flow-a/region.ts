/** A point in an image, as fractions of its width and height. */
export interface Point {
  x: number;
  y: number;
}

const SMALL = 0.02;
const LARGE = 0.1;
const MIDDLE: Point = { x: 0.5, y: 0.5 };

const MOVES: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function within(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
}

/** Moves the point by a key press; undefined for other keys. The first press sets it to the middle. */
export function moved(point: Point | undefined, key: string, far: boolean): Point | undefined {
  const move = MOVES[key];
  if (!move) return undefined;
  if (!point) return MIDDLE;
  const step = far ? LARGE : SMALL;
  return { x: within(point.x + move.x * step), y: within(point.y + move.y * step) };
}

/** The point of a click within a box. */
export function pointIn(box: DOMRect, clientX: number, clientY: number): Point | undefined {
  if (box.width === 0 || box.height === 0) return undefined;
  return {
    x: within((clientX - box.left) / box.width),
    y: within((clientY - box.top) / box.height),
  };
}
