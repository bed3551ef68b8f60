/** One mark of a chart. */
export type Point = {
  /** The row that it stands in. */
  name: string;
  /** Which series it belongs to: an arm, or all. */
  series: string;
  value: number | null;
  /** Ends of the interval. */
  low?: number | null | undefined;
  high?: number | null | undefined;
  /** The place across, where that is a number or a day. */
  at?: number | Date | undefined;
};

/** A series has one colour and one shape everywhere, so that no chart needs colour alone. */
export type Series = { id: string; label: string; tint: number };

export type Setting = {
  series: Series[];
  /** What the values are, written at their axis. */
  unit: string;
  /** The same for the axis across, where that has a unit of its own. */
  acrossUnit?: string;
  /** Writes a value at an axis. */
  format: (value: number) => string;
  /** A line to compare with, such as no difference. */
  reference?: number;
  domain?: readonly [number, number];
};
