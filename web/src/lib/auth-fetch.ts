import type { Tokens } from '@/api/schema';
import type { Failure } from './failures';
import { ApiProblem, NetworkProblem } from './problems';
import { timedFetch } from './timed-fetch';
import { accessToken, refreshToken, storeTokens } from './tokens';

const LOCK = 'unmask-refresh';
/** The statuses of a rejected refresh; no other reply is about the token (docs/API-DESIGN.md). */
const REJECTED = [400, 401, 403];

/**
 * Called when the server has definitely ended the session, or when it is `another` person's now. Set once, by
 * the session.
 */
let onEnded: (another?: boolean) => void = () => {};

export function whenSessionEnds(listener: (another?: boolean) => void): void {
  onEnded = listener;
}

/** One refresh at a time in this tab. */
let running: { stale: string; fresh: Promise<string> } | null = null;

/**
 * A call with the bearer token. On 401 the token is refreshed, once for all who wait, and the call
 * repeated once.
 */
export async function authFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const token = accessToken();
  const response = await send(path, init, token);
  if (response.status !== 401 || token === null) return response;
  const again = await send(path, init, await freshToken(token));
  // The token is good, and not for what was asked: another tab has signed another user in.
  if (again.status === 401) onEnded(true);
  return again;
}

/** A call as the specification has them all: JSON, with the bearer token of the session. */
export function send(path: string, init: RequestInit, token = accessToken()): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('Content-Type', 'application/json');
  // A token that was tampered with may have letters that no header can have: it is rejected like any other.
  if (token !== null) headers.set('Authorization', `Bearer ${encodeURI(token)}`);
  return timedFetch(path, { ...init, headers });
}

/** A token other than the one that was rejected. */
function freshToken(stale: string): Promise<string> {
  if (running?.stale === stale) return running.fresh;
  const fresh = acrossTabs(() => refresh(stale)).finally(() => {
    if (running?.fresh === fresh) running = null;
  });
  running = { stale, fresh };
  return fresh;
}

/** One refresh at a time in all tabs, where the browser has locks. */
function acrossTabs(work: () => Promise<string>): Promise<string> {
  return (navigator as { locks?: LockManager }).locks?.request(LOCK, work) ?? work();
}

async function refresh(stale: string): Promise<string> {
  // While this tab waited for the lock, another may have fetched the new pair.
  const adopted = adoptedToken(stale);
  if (adopted !== null) return adopted;
  const token = refreshToken();
  if (token === null) throw ended('noRefreshToken');
  const response = await send('/api/auth/refresh', {
    method: 'POST',
    body: JSON.stringify({ refresh_token: token }),
  });
  if (response.ok) {
    const tokens: Tokens = await response.json().catch(undecided);
    storeTokens(tokens);
    return tokens.access_token;
  }
  // The server is in trouble, the credentials are not: keep them and try again later.
  if (!REJECTED.includes(response.status)) undecided();
  const newer = adoptedToken(stale);
  if (newer === null) throw ended();
  return newer;
}

/** No reply, or one that was cut off on its way: nothing was decided, and asking again gives the same pair. */
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

/** What a call gets that needs a session. */
export function notAuthenticated(failure: Failure = 'notAuthenticated'): ApiProblem {
  return new ApiProblem({ status: 401, code: 'not_authenticated', failure });
}
