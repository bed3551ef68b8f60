import { loadStudy } from '@/features/study/study';
import { followSession, session } from '@/lib/session';
import type { Client } from './client';
import type { CommonFields } from './events';
import * as flows from './flows';
import { at } from './moment';
import { forgetTimers } from './timers';
import { type Happened, STORED, takeEvents, track } from './track';

let started = false;
let client: Client | null = null;
/** The ID that the client sends under, or is being opened for; undefined until the session has been read. */
let running: string | null | undefined;
/** The client's code could not be fetched. */
let missing = false;

/** Opens the client for a participant who agreed to analytics, and closes it when they sign out. */
export function start(): void {
  if (started) return;
  started = true;
  takeEvents(take);
  followSession(() => void follow());
  // Retries if the client's code could not be fetched.
  addEventListener('online', () => void follow());
  void follow();
  measureLoading();
}

/**
 * The ID to send under. `null`: sending is not allowed, because no user is signed in, the user has not agreed, or the
 * browser asks not to be tracked. `undefined`: a user is signed in but not loaded yet.
 */
function allowedId(): string | null | undefined {
  const { isAuthenticated, user } = session();
  if (!isAuthenticated || navigator.doNotTrack === '1') return null;
  return user ? user.analyticsId : undefined;
}

/** Sends an event, or drops it if sending is not allowed; false while the client is not open. */
function take(one: Happened): boolean {
  const { user } = session();
  // An event that an earlier page of this tab stored may be another participant's.
  if (allowedId() === null || (user && one.of && one.of !== user.code)) return true;
  if (!client) void follow();
  else if (Array.isArray(one.about)) replay(one);
  else send(client, one);
  return client !== null;
}

/** The functions that create the events of a step, by its name. */
const STEPS = flows as unknown as Record<string, (...about: unknown[]) => void>;

function replay({ name, about, at: moment }: Happened): void {
  at(moment, () => STEPS[name]?.(...(about as unknown[])));
}

function send(to: Client, { name, about, at: moment }: Happened): void {
  const common: CommonFields = {
    sessionId: sessionId(),
    viewportWidth: window.innerWidth,
    viewportHeight: window.innerHeight,
    screenWidth: window.screen.width,
    screenHeight: window.screen.height,
    timestamp: new Date(moment).toISOString(),
  };
  to.send(name, { ...about, ...common }, moment);
}

async function follow(): Promise<void> {
  const id = allowedId();
  if (id === undefined || (id === running && !missing)) return;
  leave(id);
  if (id === null) return;
  try {
    const [{ open }, { analytics }] = await Promise.all([import('./client'), loadStudy()]);
    // The user signed out, or another one signed in, while the code was loading.
    if (running !== id || !analytics) return;
    client = open(analytics, id);
    takeEvents(take);
  } catch {
    // Nothing in the study depends on analytics. The next event, or a new connection, retries.
    missing = running === id;
  }
}

/** Closes the client of the previous user. */
function leave(id: string | null): void {
  const [before, open] = [running, client];
  running = id;
  client = null;
  missing = false;
  if (id === null && session().isAuthenticated) stopFor(open, before);
  else open?.close();
  if (id !== null) return;
  forgetTimers();
  // Drops waiting events that may not be sent.
  takeEvents(take);
}

/** After the user declined analytics or withdrew: sends none of their events and deletes the stored ones. */
function stopFor(open: Client | null, id?: string | null): void {
  open?.stop();
  const stored = Object.keys(localStorage).filter((key) => STORED.test(key));
  // After a sign-out the client has no user; its pending events are those of a participant who agreed.
  const ofAnother = stored.some((key) =>
    /"distinct_id": ?"\$device:/.test(localStorage.getItem(key) ?? ''),
  );
  if (id || !ofAnother) for (const key of stored) localStorage.removeItem(key);
}

/** Records the load time of the page, in milliseconds, once it has loaded. */
function measureLoading(): void {
  const measure = () => {
    const [entry] = performance.getEntriesByType?.('navigation') ?? [];
    if (entry) track('Performance Measured', { metric: 'page load', value: entry.duration });
  };
  // The entry is complete only after the load event.
  if (document.readyState === 'complete') measure();
  else window.addEventListener('load', () => setTimeout(measure), { once: true });
}

/** Created once per browser session; signing out clears it with the rest of session storage. */
const SESSION_KEY = 'analytics_session';

function sessionId(): string {
  const known = sessionStorage.getItem(SESSION_KEY);
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  sessionStorage.setItem(SESSION_KEY, made);
  return made;
}
