import { cx } from '@/lib/cx';
import s from './choice.module.css';

type RadioOption<Value> = {
  value: Value;
  label: string;
  note?: string | null | undefined;
  disabled?: boolean | undefined;
  /** Why it can't be chosen; announced as part of the label. */
  reason?: string | undefined;
};

type Props<Value> = {
  name: string;
  options: RadioOption<Value>[];
  value?: Value | undefined;
  onChange?: ((value: Value) => void) | undefined;
  /** Side by side if there is room. */
  two?: boolean | undefined;
  readOnly?: boolean | undefined;
};

/** A choice among a few options. The whole card is the target. */
export function RadioCards<Value extends string | number>({
  name,
  options,
  value,
  onChange,
  two,
  readOnly,
}: Props<Value>) {
  return (
    <div className={cx(s.choices, two && s.two)}>
      {options.map((option) => {
        const note = (option.disabled && option.reason) || option.note;
        return (
          <label key={option.value} className={s.choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled || (readOnly && value !== option.value)}
              onChange={() => onChange?.(option.value)}
            />
            <span className={s.face}>
              <span className={cx(s.mark, s.dot)} />
              <span className={s.words}>
                <span className={s.label}>{option.label}</span>
                {note && <span className={s.note}>{note}</span>}
              </span>
            </span>
          </label>
        );
      })}
    </div>
  );
}
