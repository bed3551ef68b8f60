import { session } from '@/lib/session';
import { now } from './track';

/**
 * Elapsed seconds between two moments, kept in local storage: a reload between them, or a break of a
 * day, belongs to the time.
 */
const KEY = 'analytics_timers';

type Timer = { from: number; seconds?: number };

function read(): Record<string, Timer> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Timer>;
  } catch {
    return {};
  }
}

function write(timers: Record<string, Timer>): void {
  localStorage.setItem(KEY, JSON.stringify(timers));
}

function elapsed(timer: Timer): number {
  return timer.seconds ?? Math.max(0, Math.round(now() - timer.from) / 1000);
}

/** Starts a timer; one that is there already goes on. Nothing is kept of who has not agreed. */
export function startTimer(name: string): void {
  if (!session().user?.analyticsId || navigator.doNotTrack === '1') return;
  const timers = read();
  if (timers[name]) return;
  write({ ...timers, [name]: { from: now() } });
}

/** Holds a timer: what comes later does not count. */
export function stopTimer(name: string): void {
  const timers = read();
  const timer = timers[name];
  if (timer) write({ ...timers, [name]: { ...timer, seconds: elapsed(timer) } });
}

/** Ends a timer and gives its elapsed seconds; null if there was none. */
export function takeTimer(name: string): number | null {
  const { [name]: timer, ...rest } = read();
  if (!timer) return null;
  write(rest);
  return elapsed(timer);
}

export function forgetTimers(): void {
  localStorage.removeItem(KEY);
}
