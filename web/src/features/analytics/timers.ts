import { session } from '@/lib/session';
import { now } from './moment';

/**
 * Elapsed seconds between two moments, in local storage, so that they include reloads and breaks. They are stored under
 * the participant's pseudonym and cleared at sign-out.
 */
const KEY = 'analytics_timers';

type Timer = { from: number; seconds?: number };
type Timers = Record<string, Timer>;
type Stored = { whose: string; timers: Timers };

/** The part of an analytics ID that does not authorise sending events for its owner. */
const pseudonymOf = (analyticsId: string) => analyticsId.split('.')[0] ?? '';

/** The owner of the timers; null for a participant who has not agreed, so that nothing is stored. */
function owner(): string | null {
  const id = session().user?.analyticsId;
  return id && navigator.doNotTrack !== '1' ? pseudonymOf(id) : null;
}

function mine(): Timers {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Stored | null;
    return stored && stored.whose === owner() ? (stored.timers ?? {}) : {};
  } catch {
    return {};
  }
}

function write(timers: Timers): void {
  const whose = owner();
  if (whose !== null) localStorage.setItem(KEY, JSON.stringify({ whose, timers } satisfies Stored));
}

function elapsed(timer: Timer): number {
  return timer.seconds ?? Math.max(0, Math.round(now() - timer.from) / 1000);
}

/** Starts a timer; a running one continues. */
export function startTimer(name: string): void {
  const timers = mine();
  if (!timers[name]) write({ ...timers, [name]: { from: now() } });
}

/** Stops a timer and keeps its elapsed time. */
export function stopTimer(name: string): void {
  const timers = mine();
  const timer = timers[name];
  if (timer) write({ ...timers, [name]: { ...timer, seconds: elapsed(timer) } });
}

/** Removes a timer and returns its elapsed seconds; null if there was none. */
export function takeTimer(name: string): number | null {
  const { [name]: timer, ...rest } = mine();
  if (!timer) return null;
  write(rest);
  return elapsed(timer);
}

/** Clears all timers, when the user has signed out or has not agreed. */
export function forgetTimers(): void {
  localStorage.removeItem(KEY);
}
