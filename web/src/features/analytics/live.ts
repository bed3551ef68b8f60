import { loadStudy } from '@/features/study/study';
import { followSession, session } from '@/lib/session';
import type { Client } from './client';
import { reportError } from './errors';
import { sessionId } from './session-id';
import { forgetTimers } from './timers';
import { type Tracked, takeErrors, takeEvents, track } from './track';

let started = false;
let client: Client | null = null;
/** Under whose id the client runs, or is about to. */
let running: string | null = null;

/** Follows the session: opens the client for who agreed, closes it when they sign out. */
export function start(): void {
  if (started) return;
  started = true;
  takeEvents(take);
  followSession(() => void follow());
  // The client's code may have been out of reach.
  addEventListener('online', () => void follow());
  void follow();
  reportWindowErrors();
  measureLoading();
}

/**
 * The id to send under. `null`: nothing may be sent, because nobody is signed in, or has not agreed,
 * or does not want to be tracked. `undefined`: signed in, and not known yet.
 */
function allowedId(): string | null | undefined {
  const { isAuthenticated, user } = session();
  if (!isAuthenticated || navigator.doNotTrack === '1') return null;
  return user ? user.analyticsId : undefined;
}

/** Sends an event, or drops what may not be sent; false as long as the client is not there. */
function take(event: Tracked): boolean {
  if (allowedId() === null) return true;
  if (client) send(client, event);
  else void follow();
  return client !== null;
}

function send(to: Client, { name, fields, at }: Tracked): void {
  const common = {
    sessionId: sessionId(),
    viewportWidth: window.innerWidth,
    viewportHeight: window.innerHeight,
    screenWidth: window.screen.width,
    screenHeight: window.screen.height,
    timestamp: new Date(at).toISOString(),
  };
  to.send(name, { ...fields, ...common }, at);
}

async function follow(): Promise<void> {
  const id = allowedId();
  if (id === undefined || id === running) return;
  client?.close();
  client = null;
  running = id;
  if (id === null) {
    takeEvents(take);
    forgetTimers();
    return;
  }
  try {
    const [{ open }, { analytics }] = await Promise.all([import('./client'), loadStudy()]);
    // Signed out, or somebody else in, while the code was on its way.
    if (running !== id || !analytics) return;
    client = open(analytics, id);
    takeEvents(take);
  } catch {
    // Nothing in the study depends on analytics; the next event, or the network when it is back, tries again.
    if (running === id) running = null;
  }
}

function reportWindowErrors(): void {
  takeErrors((event) => {
    if ('reason' in event) reportError('Unhandled Rejection', event.reason);
    // A picture that fails has no error and is reported where it is shown.
    else if (event.error) reportError('Window Error', event.error);
  });
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
