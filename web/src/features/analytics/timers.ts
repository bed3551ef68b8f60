import { session } from '@/lib/session';
import { now } from './moment';

/**
 * Elapsed seconds between two moments, kept in local storage under the person's pseudonym: a reload
 * between them, a break of a day, or signing out and in again belongs to the time. In a laboratory
 * the next person in the same browser has timers of their own.
 */
const KEY = 'analytics_timers';

/** The timers of so many people are kept, of those who were here last. */
const PEOPLE = 30;

type Timer = { from: number; seconds?: number };
type Timers = Record<string, Timer>;

/** In the order in which people were last here. */
type Kept = [pseudonym: string, timers: Timers][];

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Kept) : [];
  } catch {
    return [];
  }
}

/** The part of an id that proves nothing by itself: whoever reads it here can't speak for its owner. */
const pseudonymOf = (analyticsId: string) => analyticsId.split('.')[0] ?? '';

/** Whose timers run here; nothing is kept of who has not agreed. */
function owner(): string | null {
  const id = session().user?.analyticsId;
  return id && navigator.doNotTrack !== '1' ? pseudonymOf(id) : null;
}

function mine(): Timers {
  const pseudonym = owner();
  return read().find(([whose]) => whose === pseudonym)?.[1] ?? {};
}

function write(timers: Timers): void {
  const pseudonym = owner();
  if (pseudonym === null) return;
  const others = read().filter(([whose]) => whose !== pseudonym);
  const own: Kept = Object.keys(timers).length > 0 ? [[pseudonym, timers]] : [];
  localStorage.setItem(KEY, JSON.stringify([...others, ...own].slice(-PEOPLE)));
}

function elapsed(timer: Timer): number {
  return timer.seconds ?? Math.max(0, Math.round(now() - timer.from) / 1000);
}

/** Starts a timer; one that is there already goes on. */
export function startTimer(name: string): void {
  const timers = mine();
  if (!timers[name]) write({ ...timers, [name]: { from: now() } });
}

/** Holds a timer: what comes later does not count. */
export function stopTimer(name: string): void {
  const timers = mine();
  const timer = timers[name];
  if (timer) write({ ...timers, [name]: { ...timer, seconds: elapsed(timer) } });
}

/** Ends a timer and gives its elapsed seconds; null if there was none. */
export function takeTimer(name: string): number | null {
  const { [name]: timer, ...rest } = mine();
  if (!timer) return null;
  write(rest);
  return elapsed(timer);
}

/** Forgets the timers of somebody who no longer agrees, by their analytics id. */
export function forgetTimers(analyticsId: string): void {
  const others = read().filter(([whose]) => whose !== pseudonymOf(analyticsId));
  localStorage.setItem(KEY, JSON.stringify(others));
}
