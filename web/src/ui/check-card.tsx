import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';
import s from './choice.module.css';
import { Icon } from './icon';

type CardProps = { label: string; note?: string | null | undefined } & ComponentProps<'input'>;

/** A checkbox with its statement. It also works uncontrolled, so that it can be ticked before the app runs. */
export function CheckCard({ label, note, ...rest }: CardProps) {
  return (
    <label className={s.choice}>
      <input type="checkbox" {...rest} />
      <span className={s.face}>
        <span className={cx(s.mark, s.box)}>
          <Icon name="check" size={16} />
        </span>
        <span className={s.words}>
          <span className={s.label}>{label}</span>
          {/* An empty note keeps its element, because templates can't omit one. */}
          {note != null && <span className={s.note}>{note}</span>}
        </span>
      </span>
    </label>
  );
}

type CheckOption = {
  value: string;
  label: string;
  note?: string | null | undefined;
  /** Excludes all others ("None of these"). */
  exclusive?: boolean | undefined;
};

/** The new selection after a change: an exclusive option deselects the others, and the reverse. */
function toggled(options: CheckOption[], value: string[], changed: string): string[] {
  if (value.includes(changed)) return value.filter((v) => v !== changed);
  const exclusive = (v: string) => options.some((o) => o.value === v && o.exclusive);
  if (exclusive(changed)) return [changed];
  const chosen = new Set([...value.filter((v) => !exclusive(v)), changed]);
  // In the order of the options, not of the clicks.
  return options.map((o) => o.value).filter((v) => chosen.has(v));
}

type Props = {
  name: string;
  /** In rows instead of one below the other. */
  chips?: boolean | undefined;
  options: CheckOption[];
  value: string[];
  onChange: (value: string[]) => void;
};

/** A group of checkboxes. */
export function CheckCards({ name, chips, options, value, onChange }: Props) {
  return (
    <div className={chips ? s.chips : s.choices}>
      {options.map((option) => (
        <CheckCard
          key={option.value}
          name={name}
          value={option.value}
          label={option.label}
          note={option.note}
          checked={value.includes(option.value)}
          onChange={() => onChange(toggled(options, value, option.value))}
        />
      ))}
    </div>
  );
}
