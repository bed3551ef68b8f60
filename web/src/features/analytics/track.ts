import { followSession, onForget, session } from '@/lib/session';
import { readSessionStore } from '@/lib/session-store';
import type { EventFields, EventName } from './events';

type Flows = typeof import('./flows');

/** What happened, on its way: an event with its fields, or a step for `flows.ts` with its arguments. */
export type Happened = {
  name: EventName | keyof Flows;
  about: object;
  /** When, in ms. */
  at: number;
  /** The participant's code; null while it is unknown. */
  of: string | null;
};

/** What waits until the rest of the analytics is loaded, and decides whether it may be sent. */
const WAITING = 200;
const waiting: Happened[] = [];

let sink: ((one: Happened) => boolean) | null = null;
let fetchRest = () => {};

/** Whose events were last recorded here: a page that is left early does not know yet whose it was. */
const OWNER = 'analytics_owner';

/**
 * Records an event. Pages load only this; the rest is fetched when a person is signed in, and sends nothing
 * without their consent.
 */
export function track<K extends EventName>(name: K, fields: EventFields[K]): void {
  record(name, fields);
}

/** Tracks a step in the study. `flows.ts` makes its events; pages do not load it. */
export function trackFlow<K extends keyof Flows>(what: K, ...about: Parameters<Flows[K]>): void {
  record(what, about);
}

/** Records what happened at a moment, in ms. */
export function record(name: Happened['name'], about: object, at = Date.now()): void {
  const { isAuthenticated, user } = session();
  if (!isAuthenticated) return;
  if (user?.analyticsId) localStorage.setItem(OWNER, user.code ?? '');
  hand({ name, about, at, of: user?.code ?? localStorage.getItem(OWNER) });
  // It may have been out of reach.
  if (!sink) fetchRest();
}

function hand(one: Happened): void {
  if (!sink?.(one) && waiting.length < WAITING) waiting.push(one);
}

/**
 * Takes over what happens from now on, and what waited. What `take` can't take yet (it returns
 * false) waits until this is called again: a page that is left meanwhile stores it for the next one.
 */
export function takeEvents(take = sink): void {
  sink = take;
  waiting.splice(0).forEach(hand);
}

/** How long the first page is left alone before the rest is fetched, in ms. */
const CALM = 1_500;

/** What the client and the timers store in local storage. */
export const STORED = /^(mp_|__mpq_|analytics_t)/;
const UNSENT = 'analytics_unsent';

/** A session that ends leaves nothing to the next person in this browser; the rest forgets its own. */
function forget(): void {
  waiting.length = 0;
  localStorage.removeItem(OWNER);
  if (sink) return;
  for (const key of Object.keys(localStorage)) if (STORED.test(key)) localStorage.removeItem(key);
}

/** A page that is left hands on what waits: to the next page of this tab, or to itself if it is come back to. */
function keepUnsent(): void {
  const owned = waiting.splice(0).filter(({ of }) => of);
  if (owned.length > 0) sessionStorage.setItem(UNSENT, JSON.stringify(owned));
}

function takeUnsent(): void {
  waiting.unshift(...(readSessionStore<Happened[]>(UNSENT) ?? []));
  sessionStorage.removeItem(UNSENT);
  takeEvents();
}

/** Fetches the rest when a user is signed in, after the page. */
export function startAnalytics(): void {
  takeUnsent();
  addEventListener('pagehide', keepUnsent);
  addEventListener('pageshow', takeUnsent);
  onForget(forget);
  setTimeout(() => {
    fetchRest = () => {
      if (!session().isAuthenticated) return;
      import('./live')
        .then((live) => live.start())
        // Means nothing: the next event, the network when it is back, or a sign-in tries again.
        .catch(() => {});
    };
    followSession(fetchRest);
    addEventListener('online', fetchRest);
    fetchRest();
  }, CALM);
}
