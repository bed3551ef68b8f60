import { cx } from '@/lib/cx';
import s from './likert.module.css';

export type Point = { value: number; label: string };
export type Ends = readonly [string, string];

type Props = {
  name: string;
  points: Point[];
  ends?: Ends | null | undefined;
  /** The labels are as short as numbers: one row on a phone as well. */
  row?: boolean | undefined;
  value?: number | undefined;
  onChange?: ((value: number) => void) | undefined;
  disabled?: boolean | undefined;
};

/** More worded points than this have no room for their words side by side in any language. */
const MANY = 5;

/**
 * A rating scale as a row of segments. Numbers with end labels stay one row up to seven, so that
 * phone and computer show the same scale; more of them take two rows on a phone (the style sheet
 * counts), and worded points stack where their words have no room side by side.
 */
export function Likert({ name, points, ends, row, value, onChange, disabled }: Props) {
  const worded = !ends && !row;
  const spoken = (index: number, label: string) => {
    if (!ends) return undefined;
    if (index === 0) return `${label}, ${ends[0]}`;
    return index === points.length - 1 ? `${label}, ${ends[1]}` : label;
  };
  return (
    <div className={cx(s.box, worded && points.length > MANY && s.many)}>
      <div className={cx(s.scale, worded && s.worded)}>
        {points.map((point, index) => (
          <label key={point.value} className={s.segment}>
            <input
              type="radio"
              name={name}
              value={point.value}
              checked={value === point.value}
              disabled={disabled}
              onChange={() => onChange?.(point.value)}
              aria-label={spoken(index, point.label)}
            />
            <span className={s.face}>{point.label}</span>
          </label>
        ))}
      </div>
      {ends && (
        <div className={s.ends} aria-hidden="true">
          <span data-at={points[0]?.label}>{ends[0]}</span>
          <span data-at={points.at(-1)?.label}>{ends[1]}</span>
        </div>
      )}
    </div>
  );
}
