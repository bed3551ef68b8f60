import type { ReportNumber, ReportUnit as Unit } from '@/api/schema';
import { interval, NONE, num, percent } from '../parts/format';

type Value = number | null | undefined;

const DIGITS: Record<Exclude<Unit, 'share'>, number> = {
  deviations: 2,
  area: 3,
  score: 3,
  points: 2,
};

/** Formats values of an outcome: shares as percentages. */
export function writer(unit: Unit): (value: Value) => string {
  return unit === 'share' ? (value) => percent(value, 1) : (value) => num(value, DIGITS[unit]);
}

/** Formats differences of an outcome, always with a sign: those of shares in percentage points. */
export function differenceWriter(unit: Unit): (value: Value) => string {
  return (value) => {
    if (value === null || value === undefined) return num(value);
    const text = unit === 'share' ? num(value * 100, 1) : num(value, DIGITS[unit]);
    return value > 0 ? `+${text}` : text;
  };
}

type Estimate = Pick<ReportNumber, 'value' | 'low' | 'high' | 'why'>;

/** A number with its interval, or why there is none. */
export function estimate(number: Estimate, write: (value: Value) => string): string {
  return number.why && number.value == null ? number.why : numbers(number, write);
}

/** A number with its interval. */
export function numbers(number: Estimate, write: (value: Value) => string): string {
  if (number.value == null) return NONE;
  if (number.low == null) return write(number.value);
  return `${write(number.value)} ${interval(number.low, number.high, write)}`;
}

/** Why all of these numbers are missing, each reason once; nothing if no reason is known. */
export function whyOf(numbers: readonly { why?: string | null }[]): string | undefined {
  const reasons = new Set(numbers.flatMap(({ why }) => why ?? []));
  return [...reasons].join(' ') || undefined;
}
