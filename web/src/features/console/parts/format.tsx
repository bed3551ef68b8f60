import { dateLocale } from '@/lib/format';
import { currentLocale, useLocale } from '@/lib/locale';
import { useConsoleMessages } from '@/locales/console';

/** Shown for a missing number. */
export const NONE = '–';

type Number = number | null | undefined;

const has = (value: Number): value is number => value !== null && value !== undefined;

/** A number with the given number of decimals and a true minus sign. */
export function num(value: Number, digits = 0): string {
  if (!has(value) || !Number.isFinite(value)) return NONE;
  const format = new Intl.NumberFormat(currentLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // What rounds to zero has no sign.
    signDisplay: 'negative',
  });
  return format.format(value).replace('-', '\u2212');
}

/** A share from 0 to 1, as a percentage. */
export function percent(share: Number, digits = 0): string {
  if (!has(share) || !Number.isFinite(share)) return NONE;
  return new Intl.NumberFormat(currentLocale(), {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share);
}

/** A p value as journals write it. */
export function pValue(value: Number): string {
  if (!has(value) || !Number.isFinite(value)) return NONE;
  return value < 0.001 ? `< ${num(0.001, 3)}` : num(value, 3);
}

/** A p value after its letter: "p = 0.031" or "p < 0.001". */
export function pEquals(value: Number): string {
  const p = pValue(value);
  return p.startsWith('<') ? `p ${p}` : `p = ${p}`;
}

/** An estimate's interval as journals write it; `show` formats one end. */
export function interval(low: Number, high: Number, show: (value: Number) => string): string {
  // If the decimal separator is a comma, the ends need another separator.
  const between = num(0.1, 1).includes(',') ? '; ' : ', ';
  return has(low) && has(high) ? `[${show(low)}${between}${show(high)}]` : NONE;
}

/** Seconds as a duration: 45 s, 3 min 20 s, 2 h 5 min. */
export function duration(seconds: Number): string {
  if (!has(seconds) || !Number.isFinite(seconds)) return NONE;
  const whole = Math.round(seconds);
  if (whole < 60) return `${num(seconds, seconds < 10 ? 1 : 0)} s`;
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  if (h >= 48) return `${num(Math.floor(h / 24))} d ${num(h % 24)} h`;
  if (h > 0) return m > 0 ? `${num(h)} h ${m} min` : `${num(h)} h`;
  return s > 0 ? `${m} min ${s} s` : `${m} min`;
}

/** Minutes as minutes and seconds, such as 4:30; as in the report. */
export function clock(minutes: Number): string {
  if (!has(minutes) || !Number.isFinite(minutes)) return NONE;
  const seconds = Math.round(minutes * 60);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The name of a language of the study, in the reader's language. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([currentLocale()], { type: 'language' }).of(tag) ?? tag;
}

/** Bytes in the units of a file manager. */
export function bytes(count: Number): string {
  if (!has(count)) return NONE;
  if (count < 1000) return `${num(count)} B`;
  if (count < 1e6) return `${num(count / 1e3)} kB`;
  return count < 1e9 ? `${num(count / 1e6, 1)} MB` : `${num(count / 1e9, 2)} GB`;
}

/** A day (UTC), such as `2026-11-20`, written out. */
export function longDay(day: string): string {
  return new Intl.DateTimeFormat(dateLocale(currentLocale()), {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(day));
}

/** What the server writes where it reveals the day alone. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A time in the reader's zone, with UTC as its title; or only the day, in UTC. */
export function When({ at, seconds }: { at: string | null | undefined; seconds?: boolean }) {
  const locale = dateLocale(useLocale());
  const w = useConsoleMessages().when;
  if (!at) return <>{NONE}</>;
  const date = new Date(at);
  if (DAY.test(at)) {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
    return (
      <time dateTime={at} title={w.dayAlone}>
        {w.day(day.format(date))}
      </time>
    );
  }
  const text = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: seconds ? 'medium' : 'short',
  }).format(date);
  return (
    <time dateTime={at} title={`${date.toISOString().replace('T', ' ').slice(0, 19)} UTC`}>
      {text}
    </time>
  );
}
