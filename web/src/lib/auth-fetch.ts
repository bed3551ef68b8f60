import type { Tokens } from '@/api/schema';
import type { Failure } from './failures';
import { ApiProblem, NetworkProblem } from './problems';
import { BASE, ownName } from './site';
import { type TimedInit, timedFetch } from './timed-fetch';
import { accessToken, refreshPath, refreshToken, storeTokens } from './tokens';

const LOCK = ownName('unmask-refresh');
/** The statuses of a rejected refresh; no other reply is about the token (docs/API-DESIGN.md). */
const REJECTED = [400, 401, 403];

/**
 * Called when the server has definitely ended the session, or when it now belongs to `another` user. Set once, by the
 * session.
 */
let onEnded: (another?: boolean) => void = () => {};

export function whenSessionEnds(listener: (another?: boolean) => void): void {
  onEnded = listener;
}

/** One refresh at a time in this tab. */
let running: { stale: string; fresh: Promise<string> } | null = null;

/**
 * Makes a call with the bearer token. After a 401 the token is refreshed, once for all waiting calls, and the call is
 * repeated once.
 */
export async function authFetch(path: string, init: TimedInit = {}): Promise<Response> {
  const token = accessToken();
  const response = await send(path, init, token);
  if (response.status !== 401 || token === null) return response;
  const again = await send(path, init, await freshToken(token));
  // The token is valid, but another user has signed in from another tab.
  if (again.status === 401) onEnded(true);
  return again;
}

/** Makes a call as specified: JSON, with the bearer token of the session. */
export function send(path: string, init: TimedInit, token = accessToken()): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  // A manipulated token may contain characters that a header can't have; it is rejected like any other.
  if (token !== null) headers.set('Authorization', `Bearer ${encodeURI(token)}`);
  // The installation is the same for all studies.
  const base = path.startsWith('/api/installation/') ? '' : BASE;
  return timedFetch(base + path, { ...init, headers });
}

/** Returns a token other than the rejected one. */
function freshToken(stale: string): Promise<string> {
  if (running?.stale === stale) return running.fresh;
  const fresh = acrossTabs(() => refresh(stale)).finally(() => {
    if (running?.fresh === fresh) running = null;
  });
  running = { stale, fresh };
  return fresh;
}

/** One refresh at a time in all tabs, if the browser has locks. */
function acrossTabs(work: () => Promise<string>): Promise<string> {
  return (navigator as { locks?: LockManager }).locks?.request(LOCK, work) ?? work();
}

async function refresh(stale: string): Promise<string> {
  // Another tab may have refreshed the tokens while this one waited for the lock.
  const adopted = adoptedToken(stale);
  if (adopted !== null) return adopted;
  const token = refreshToken();
  if (token === null) throw ended('noRefreshToken');
  const response = await send(refreshPath(), {
    method: 'POST',
    body: JSON.stringify({ refresh_token: token }),
  });
  if (response.ok) {
    const tokens: Tokens = await response.json().catch(undecided);
    storeTokens(tokens);
    return tokens.access_token;
  }
  // The server failed, but the tokens may be valid: keep them and retry later.
  if (!REJECTED.includes(response.status)) undecided();
  const newer = adoptedToken(stale);
  if (newer === null) throw ended();
  return newer;
}

/** Without a complete reply nothing is decided, and repeating the call returns the same tokens. */
function undecided(): never {
  throw new NetworkProblem();
}

function adoptedToken(stale: string): string | null {
  const stored = accessToken();
  return stored !== stale ? stored : null;
}

function ended(failure?: Failure): ApiProblem {
  onEnded();
  return notAuthenticated(failure);
}

/** The error of a call that needs a session. */
export function notAuthenticated(failure: Failure = 'notAuthenticated'): ApiProblem {
  return new ApiProblem({ status: 401, code: 'not_authenticated', failure });
}
