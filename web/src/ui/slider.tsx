import type { CSSProperties } from 'react';
import { cx } from '@/lib/cx';
import { useMessages } from '@/locales/messages';
import { Button } from './button';
import { Icon } from './icon';
import type { Ends } from './likert';
import s from './slider.module.css';

type Props = {
  id?: string | undefined;
  label: string;
  min: number;
  max: number;
  step: number;
  value?: number | undefined;
  onChange: (value: number) => void;
  ends: Ends;
  /** Formats a value with its unit, or with its maximum. */
  format: (value: number) => string;
};

/**
 * A slider that starts without an answer and can be used without dragging. A press without a movement counts as an
 * answer, because the middle is a valid one.
 */
export function Slider({ id, label, min, max, step, value, onChange, ends, format }: Props) {
  const w = useMessages().ui;
  const answered = value !== undefined;
  const at = value ?? (min + max) / 2;
  const set = (next: number) => onChange(Math.min(max, Math.max(min, next)));
  const text = answered ? format(value) : w.notAnswered;
  const fill = { '--fill': answered ? `${((at - min) / (max - min)) * 100}%` : '0%' };
  return (
    <div>
      <div className={cx(s.value, !answered && s.none)} aria-hidden="true">
        {text}
      </div>
      <div className={s.row}>
        <Button
          variant="secondary"
          className={s.step}
          aria-label={w.less}
          onClick={() => set(at - step)}
        >
          <Icon name="minus" />
        </Button>
        <input
          id={id}
          type="range"
          className={cx(s.range, !answered && s.untouched)}
          aria-label={label}
          aria-valuetext={text}
          min={min}
          max={max}
          step={step}
          value={at}
          style={fill as CSSProperties}
          onChange={(event) => set(event.target.valueAsNumber)}
          onPointerUp={(event) => set(event.currentTarget.valueAsNumber)}
        />
        <Button
          variant="secondary"
          className={s.step}
          aria-label={w.more}
          onClick={() => set(at + step)}
        >
          <Icon name="plus" />
        </Button>
      </div>
      <div className={s.ends}>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </div>
  );
}
