import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';
import s from './choice.module.css';
import { Icon } from './icon';

type CardProps = { label: string; note?: string | null | undefined } & ComponentProps<'input'>;

/** A tick with its statement. Works uncontrolled too, so that it can be ticked before the app runs. */
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
          {/* An empty note keeps its element: templates can't leave one out. */}
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

/** The new selection after one tick: an exclusive option and the others put each other out. */
function toggled(options: CheckOption[], value: string[], changed: string): string[] {
  if (value.includes(changed)) return value.filter((v) => v !== changed);
  const exclusive = (v: string) => options.some((o) => o.value === v && o.exclusive);
  if (exclusive(changed)) return [changed];
  const chosen = new Set([...value.filter((v) => !exclusive(v)), changed]);
  // In the order of the options, whatever the order of the ticks.
  return options.map((o) => o.value).filter((v) => chosen.has(v));
}

type Props = {
  name: string;
  options: CheckOption[];
  value: string[];
  onChange: (value: string[]) => void;
};

/** Any number of answers. */
export function CheckCards({ name, options, value, onChange }: Props) {
  return (
    <div className={s.choices}>
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
