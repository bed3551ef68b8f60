import type { Overview } from '@/api/schema';
import { slotsTaken } from './figures';

const DAY = 86_400_000;

/** Complete days (UTC) that the rate is an average of, unless the first allocation is more recent. */
const WINDOW = 7;

/** A later date than this many days from now is not worth a name. */
const HORIZON = 3650;

/** How fast slots are taken, and when all will be. */
export type Forecast = {
  /** Slots taken per day, and the number of days it is an average of. Null before the first complete day. */
  rate: { perDay: number; days: number } | null;
  /**
   * When the target is reached at this rate: a day (UTC), `far` for more than ten years. Null without a target, at a
   * rate of zero, when the target is reached, and while recruitment is paused or closed.
   */
  done: string | 'far' | null;
};

/** The forecast on a day (UTC) that is not over yet, and therefore not part of the rate. */
export function forecast(
  overview: Pick<Overview, 'arms' | 'days' | 'target' | 'status'>,
  today: string,
): Forecast {
  const now = Date.parse(today);
  const ago = ({ day }: Overview['days'][number]) => Math.round((now - Date.parse(day)) / DAY);
  const allocated = ({ arms }: Overview['days'][number]) =>
    arms.reduce((sum, arm) => sum + arm.allocated, 0);
  const first = overview.days.find((day) => allocated(day) > 0);
  const days = Math.min(WINDOW, first ? ago(first) : 0);
  if (days < 1) return { rate: null, done: null };
  const recent = overview.days.filter((day) => ago(day) >= 1 && ago(day) <= days);
  const perDay = recent.reduce((sum, day) => sum + allocated(day), 0) / days;
  const left = (overview.target ?? 0) - slotsTaken(overview);
  const rate = { perDay, days };
  if (left <= 0 || perDay === 0 || overview.status !== 'open') return { rate, done: null };
  const wait = Math.ceil(left / perDay);
  return {
    rate,
    done: wait > HORIZON ? 'far' : new Date(now + wait * DAY).toISOString().slice(0, 10),
  };
}
