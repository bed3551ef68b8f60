import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { Icon } from '@/ui/icon';
import s from './controls.module.css';

type PickProps = {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** A filter with few choices, as a native select. */
export function Pick({ label, value, options, onChange }: PickProps) {
  const id = useId();
  return (
    <div className={s.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={s.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** How long typing must pause before the call, in ms. */
const PAUSE = 300;

type FindProps = {
  label: string;
  value: string;
  /** `on`: the field was not empty before. */
  onChange: (value: string, on: boolean) => void;
};

/** A search field that searches while typing, with a delay. */
export function Find({ label, value, onChange }: FindProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const last = useRef(value);
  useEffect(() => {
    // The address returns the text without surrounding spaces, and more may have been typed since. Any other change
    // comes from Back or a link.
    if (value === last.current) return;
    last.current = value;
    setText(value);
  }, [value]);
  const send = useEffectEvent((wanted: string) => {
    last.current = wanted;
    onChange(wanted, value !== '');
  });
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === last.current) return;
    const timer = setTimeout(() => send(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className={s.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        className={s.input}
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}

/** Filters in a row that wraps. */
export function Filters({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search className={`${s.filters} no-print`} aria-label={label}>
      {children}
    </search>
  );
}

type MoreProps = { label: string; children: ReactNode };

/** Filters that a phone shows only on request. `label` says how many are active. */
export function MoreFilters({ label, children }: MoreProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={s.more} aria-expanded={open} onClick={() => setOpen(!open)}>
        {label}
        <Icon name="down" size={20} />
      </button>
      <div className={s.picks}>{children}</div>
    </>
  );
}

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info';

type TagProps = {
  tone?: Tone;
  children: ReactNode /** For narrow columns. */;
  breaks?: boolean;
};

/** A status as a word; the colour only repeats it. */
export function Tag({ tone = 'plain', children, breaks }: TagProps) {
  return <span className={cx(s.tag, s[tone], breaks && s.breaks)}>{children}</span>;
}
