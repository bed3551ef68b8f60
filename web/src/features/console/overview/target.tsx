import type { Overview } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Bar } from '@/ui/progress';
import { longDay, num } from '../parts/format';
import { slotsTaken } from './figures';
import { forecast } from './forecast';
import s from './target.module.css';

type Props = {
  /** Without simulated participants, which take no slot of the target. */
  overview: Overview;
  /** Whether the figures next to it count simulated participants. */
  peopleOnly: boolean;
};

/** How far recruitment is from its target, its rate, and when it will be there. */
export function Target({ overview, peopleOnly }: Props) {
  const w = useConsoleMessages().overview;
  const { target } = overview;
  const taken = slotsTaken(overview);
  const planned = target == null ? w.noTarget(num(taken)) : w.ofTarget(num(taken), num(target));
  return (
    <section className={`${s.target} panel`} aria-label={w.targetTitle}>
      <p className={s.taken}>{planned}</p>
      {target != null && (
        <Bar done={target > 0 ? Math.min(1, taken / target) : 1} label={planned} />
      )}
      <p className={s.forecast}>{useForecast(overview, taken)}</p>
      {peopleOnly && <p className="note">{w.peopleOnly}</p>}
    </section>
  );
}

/** The rate and the forecast in words. */
function useForecast(overview: Overview, taken: number): string {
  const w = useConsoleMessages().overview;
  const { target, status } = overview;
  const { rate, done } = forecast(overview, new Date().toISOString().slice(0, 10));
  const words = [];
  if (rate) {
    const digits = rate.perDay < 10 && !Number.isInteger(rate.perDay) ? 1 : 0;
    words.push(w.rate(num(rate.perDay, digits), rate.days));
  }
  if (target != null && taken >= target) words.push(w.reachedTarget);
  else if (status !== 'open') words.push(w.notOpen[status]);
  else if (!rate) words.push(target == null ? w.noRateYet : w.noRate);
  // There is nothing to forecast.
  else if (target == null) return words.join(' ');
  else if (rate.perDay === 0) words.push(w.noForecast);
  else if (done === 'far') words.push(w.farAway);
  else if (done) words.push(w.doneOn(longDay(done)));
  return words.join(' ');
}
