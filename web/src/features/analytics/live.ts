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
/** Under whose id the client runs, or is about to; unknown before the session was looked at. */
let running: string | null | undefined;
/** The client's code was out of reach. */
let missing = false;

/** Follows the session: opens the client for who agreed, closes it when they sign out. */
export function start(): void {
  if (started) return;
  started = true;
  takeEvents(take);
  followSession(() => void follow());
  // The client's code may have been out of reach.
  addEventListener('online', () => void follow());
  void follow();
  measureLoading();
}

/**
 * The id to send under. `null`: nothing may be sent, because no user is signed in, or has not agreed,
 * or does not want to be tracked. `undefined`: signed in, and not known yet.
 */
function allowedId(): string | null | undefined {
  const { isAuthenticated, user } = session();
  if (!isAuthenticated || navigator.doNotTrack === '1') return null;
  return user ? user.analyticsId : undefined;
}

/** Sends what happened, or drops what may not be sent; false as long as the client is not there. */
function take(one: Happened): boolean {
  const { user } = session();
  // What an earlier page of this tab stored belongs to its owner.
  if (allowedId() === null || (user && one.of && one.of !== user.code)) return true;
  if (!client) void follow();
  else if (Array.isArray(one.about)) replay(one);
  else send(client, one);
  return client !== null;
}

/** The functions that make events of a step, by its name. */
const MAKES = flows as unknown as Record<string, (...about: unknown[]) => void>;

function replay({ name, about, at: moment }: Happened): void {
  at(moment, () => MAKES[name]?.(...(about as unknown[])));
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
    // Signed out, or another user signed in, while the code was loading.
    if (running !== id || !analytics) return;
    client = open(analytics, id);
    takeEvents(take);
  } catch {
    // Nothing in the study depends on analytics; the next event, or the network when it is back, tries again.
    missing = running === id;
  }
}

/** Closes the client, before the next user. */
function leave(id: string | null): void {
  const [before, open] = [running, client];
  running = id;
  client = null;
  missing = false;
  if (id === null && session().isAuthenticated) stopFor(open, before);
  else open?.close();
  if (id !== null) return;
  forgetTimers();
  // What waits and may not be sent is dropped.
  takeEvents(take);
}

/** The user has declined, or has withdrawn: nothing of theirs is sent any more, and nothing stays stored. */
function stopFor(open: Client | null, id?: string | null): void {
  open?.stop();
  const stored = Object.keys(localStorage).filter((key) => STORED.test(key));
  // After a sign-out the client has no user; what still waits then is of a participant who had agreed.
  const ofAnother = stored.some((key) =>
    /"distinct_id": ?"\$device:/.test(localStorage.getItem(key) ?? ''),
  );
  if (id || !ofAnother) for (const key of stored) localStorage.removeItem(key);
}

/** How long the page took to load, in milliseconds, once it has. */
function measureLoading(): void {
  const measure = () => {
    const [entry] = performance.getEntriesByType?.('navigation') ?? [];
    if (entry) track('Performance Measured', { metric: 'page load', value: entry.duration });
  };
  // The entry is complete only after the event.
  if (document.readyState === 'complete') measure();
  else window.addEventListener('load', () => setTimeout(measure), { once: true });
}

/** Made once per browser session; signing out clears it with the rest of session storage. */
const SESSION_KEY = 'analytics_session';

function sessionId(): string {
  const known = sessionStorage.getItem(SESSION_KEY);
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  sessionStorage.setItem(SESSION_KEY, made);
  return made;
}
