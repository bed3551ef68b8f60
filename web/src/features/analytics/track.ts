import { followSession, onForget, session } from '@/lib/session';
import { readSessionStore } from '@/lib/session-store';
import type { EventFields, EventName } from './events';

type Flows = typeof import('./flows');

/** An event with its fields, or a step for `flows.ts` with its arguments, before it is sent. */
export type Happened = {
  name: EventName | keyof Flows;
  about: object;
  /** Time in ms. */
  at: number;
  /** The participant's code; null while it is unknown. */
  of: string | null;
};

/** At most so many events wait until `live.ts` is loaded and decides whether they may be sent. */
const MAX_WAITING = 200;
const waiting: Happened[] = [];

let sink: ((one: Happened) => boolean) | null = null;
let loadLive = () => {};

/** The participant whose events were last recorded in this browser; a page can be left before its user is known. */
const OWNER = 'analytics_owner';

/**
 * Records an event. Pages load only this module; `live.ts` is fetched when a user is signed in, and sends nothing
 * without their consent.
 */
export function track<K extends EventName>(name: K, fields: EventFields[K]): void {
  record(name, fields);
}

/** Records a step in the study. `flows.ts`, which pages do not load, creates its events. */
export function trackFlow<K extends keyof Flows>(what: K, ...about: Parameters<Flows[K]>): void {
  record(what, about);
}

/** Records an event or a step; `at` is its time in ms. */
export function record(name: Happened['name'], about: object, at = Date.now()): void {
  const { isAuthenticated, user } = session();
  if (!isAuthenticated) return;
  if (user?.analyticsId) localStorage.setItem(OWNER, user.code ?? '');
  sendOrQueue({ name, about, at, of: user?.code ?? localStorage.getItem(OWNER) });
  // Retries if the code could not be fetched.
  if (!sink) loadLive();
}

function sendOrQueue(one: Happened): void {
  if (!sink?.(one) && waiting.length < MAX_WAITING) waiting.push(one);
}

/**
 * Sends waiting and future events to `take`. An event for which `take` returns false waits until this is called again.
 * A page that is left meanwhile stores it for the next page.
 */
export function takeEvents(take = sink): void {
  sink = take;
  waiting.splice(0).forEach(sendOrQueue);
}

/** Delay before `live.ts` is fetched, so that the first page loads undisturbed, in ms. */
const START_DELAY = 1_500;

/** The keys of the client and the timers in local storage. */
export const STORED = /^(mp_|__mpq_|analytics_t)/;
const UNSENT = 'analytics_unsent';

/** Clears the data of a session that has ended. If `live.ts` is loaded, it clears its own. */
function forget(): void {
  waiting.length = 0;
  localStorage.removeItem(OWNER);
  if (sink) return;
  for (const key of Object.keys(localStorage)) if (STORED.test(key)) localStorage.removeItem(key);
}

/** Stores waiting events when a page is left: for the next page of this tab, or for this one if it is restored. */
function keepUnsent(): void {
  const owned = waiting.splice(0).filter(({ of }) => of);
  if (owned.length > 0) sessionStorage.setItem(UNSENT, JSON.stringify(owned));
}

function takeUnsent(): void {
  waiting.unshift(...(readSessionStore<Happened[]>(UNSENT) ?? []));
  sessionStorage.removeItem(UNSENT);
  takeEvents();
}

/** Fetches `live.ts` after the page has loaded and a user is signed in. */
export function startAnalytics(): void {
  takeUnsent();
  addEventListener('pagehide', keepUnsent);
  addEventListener('pageshow', takeUnsent);
  onForget(forget);
  setTimeout(() => {
    loadLive = () => {
      if (!session().isAuthenticated) return;
      import('./live')
        .then((live) => live.start())
        // A failure is ignored; the next event, connection or sign-in retries.
        .catch(() => {});
    };
    followSession(loadLive);
    addEventListener('online', loadLive);
    loadLive();
  }, START_DELAY);
}
