import { followSession, onForget, session } from '@/lib/session';
import type { EventFields, EventName } from './events';

type Flows = typeof import('./flows');

/** An event on its way: what happened, and when. */
export type Tracked = { name: EventName; fields: object; at: number };

/** Events that wait until the rest of the analytics is there and knows whether they may be sent. */
const WAITING = 200;
const waiting: Tracked[] = [];

let sink: ((event: Tracked) => boolean) | null = null;

/**
 * Records that something happened. This is all that pages carry; the rest is fetched for who is
 * signed in, and sends nothing of who has not agreed.
 */
export function track<K extends EventName>(name: K, fields: EventFields[K]): void {
  if (session().isAuthenticated) hand({ name, fields, at: now() });
}

function hand(event: Tracked): void {
  if (!sink?.(event) && waiting.length < WAITING) waiting.push(event);
}

/** When what `tell` tells of happened, while its events are made. */
let happened: number | undefined;

/** The time of what is being told, in ms. */
export function now(): number {
  return happened ?? Date.now();
}

/** Settles when the first page has come to rest, so that its own files come first. */
const rested = new Promise((resolve) => setTimeout(resolve, 500));

/** Tells of something in the study. Which events that makes is written in `flows.ts`, out of the pages' way. */
export function tell<K extends keyof Flows>(what: K, ...about: Parameters<Flows[K]>): void {
  if (!session().isAuthenticated) return;
  const at = Date.now();
  void rested
    .then(() => import('./flows'))
    .then(
      (flows) => {
        happened = at;
        try {
          (flows[what] as (...about: Parameters<Flows[K]>) => void)(...about);
        } finally {
          happened = undefined;
        }
      },
      () => {},
    );
}

/**
 * Takes over events from now on, and what waited. What `take` can't take yet, and says so, waits on
 * here until this is called again: a page that is left meanwhile keeps it for the next one.
 */
export function takeEvents(take: (event: Tracked) => boolean): void {
  sink = take;
  waiting.splice(0).forEach(hand);
}

/** How long the first page is left alone before the rest is fetched, in ms. */
const CALM = 1_500;

type Uncaught = ErrorEvent | PromiseRejectionEvent;

/** Errors that nobody caught, as long as the rest is not there. */
const errors: Uncaught[] = [];
let hear = (error: Uncaught): void => void errors.push(error);

/** Takes over uncaught errors from now on, and what waited. */
export function takeErrors(take: (error: Uncaught) => void): void {
  hear = take;
  for (const error of errors.splice(0)) take(error);
}

/** What the client and the timers keep in local storage. */
const KEPT = /^(mp_|__mpq_|analytics_timers)/;
const UNSENT = 'analytics_unsent';

/** A session that ends before the rest is there leaves nothing to the next person in this browser. */
function forget(): void {
  waiting.length = 0;
  if (sink) return;
  for (const key of Object.keys(localStorage)) if (KEPT.test(key)) localStorage.removeItem(key);
}

/** Events of a page that is left before the rest is there, for the next page of this tab. */
function keepUnsent(): void {
  if (waiting.length > 0) sessionStorage.setItem(UNSENT, JSON.stringify(waiting));
}

function takeUnsent(): void {
  waiting.unshift(...(JSON.parse(sessionStorage.getItem(UNSENT) ?? '[]') as Tracked[]));
  sessionStorage.removeItem(UNSENT);
}

/** Fetches the rest when somebody is signed in. Never in the way of a page. */
export function startAnalytics(): void {
  takeUnsent();
  addEventListener('pagehide', keepUnsent);
  // Come back to with all that it had in mind.
  addEventListener('pageshow', (event) => event.persisted && sessionStorage.removeItem(UNSENT));
  onForget(forget);
  for (const kind of ['error', 'unhandledrejection'] as const) {
    addEventListener(kind, (event) => hear(event));
  }
  const load = () => {
    if (!session().isAuthenticated) return;
    void import('./live').then(
      (live) => live.start(),
      // Means nothing: the next change of the session tries again.
      () => {},
    );
  };
  setTimeout(() => {
    followSession(load);
    load();
  }, CALM);
}
