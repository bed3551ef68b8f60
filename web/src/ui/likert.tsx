import { cx } from '@/lib/cx';
import s from './likert.module.css';

export type Point = { value: number; label: string };
export type Ends = readonly [string, string];

type Props = {
  name: string;
  points: Point[];
  ends?: Ends | null | undefined;
  /** The labels are as short as numbers, so they fit one row on a phone. */
  row?: boolean | undefined;
  value?: number | undefined;
  onChange: (value: number) => void;
};

/**
 * A rating scale as a row of segments. Numbers with end labels are one row on every device: a scale in two
 * rows is a different measure. Worded points stack where their words have no room side by side.
 */
export function Likert({ name, points, ends, row, value, onChange }: Props) {
  const [first, last] = [points[0], points.at(-1)];
  const nameOf = (point: Point) =>
    ends && (point === first || point === last)
      ? `${point.label}, ${ends[point === first ? 0 : 1]}`
      : undefined;
  return (
    <div className={s.box}>
      <div className={cx(s.scale, !ends && !row && s.worded)}>
        {points.map((point) => (
          <label key={point.value} className={s.segment}>
            <input
              type="radio"
              name={name}
              value={point.value}
              checked={value === point.value}
              onChange={() => onChange(point.value)}
              aria-label={nameOf(point)}
            />
            <span className={s.face}>{point.label}</span>
          </label>
        ))}
      </div>
      {ends && (
        <div className={s.ends} aria-hidden="true">
          <span data-at={first?.label}>{ends[0]}</span>
          <span data-at={last?.label}>{ends[1]}</span>
        </div>
      )}
    </div>
  );
}
