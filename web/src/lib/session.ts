import type { Registration, Session as SignedIn, User } from '@/api/schema';
import { api, callAs } from './api-client';
import { whenSessionEnds } from './auth-fetch';
import { ACCESS_KEY, LINK_KEY } from './constants';
import { createStore, useStore } from './store';
import { accessToken, clearTokens, storeTokens } from './tokens';

export interface Session {
  /** True exactly when an access token exists. */
  isAuthenticated: boolean;
  user: User | null;
}

/**
 * What came with this visit: the recruiter's ids and a consent that no account has yet. It is not the
 * business of a session that an earlier visit left, and outlives its end.
 */
const OF_THE_VISIT = ['recruitment', LINK_KEY, 'consent'];

const NOBODY: Session = { isAuthenticated: false, user: null };
const store = createStore<Session>(NOBODY);
type Cleaner = (user: User | null) => void | Promise<void>;
const cleaners = new Set<Cleaner>();
const memories = new Set<() => void>();
const endListeners = new Set<() => void>();
/** The last session was ended by the server, not by its owner. */
let ended = false;

export const hasEnded = () => ended;

let signingOut = false;

/** The session ended before any page was there to report it. */
let endUnheard = false;

/** Takes over what the last visit left, and follows other tabs. Called once, at start. */
export function startSession(): void {
  ended = false;
  store.set({ isAuthenticated: accessToken() !== null, user: null });
  whenSessionEnds((another) => (another && store.get().user ? forget(true, true) : end()));
  store.subscribe(() => callAs(store.get().user?.code));
  window.addEventListener('storage', (event) => {
    // `key` is null when another tab cleared everything.
    if (event.key !== ACCESS_KEY && event.key !== null) return;
    const { isAuthenticated, user } = store.get();
    if (accessToken() === null) {
      if (isAuthenticated) end();
    } else if (user) {
      // New tokens, or another user's: the server knows.
      refreshUser().catch(() => {});
    } else {
      ended = false;
      store.set({ isAuthenticated: true, user });
    }
  });
}

/** The session now. */
export function session(): Session {
  return store.get();
}

/** The session, followed. Pages that the server wrote have no user until the app runs. */
export function useSession(): Session {
  return useStore(store, NOBODY);
}

/** Calls a listener after each change of the session. */
export const followSession = store.subscribe;

/**
 * Runs whenever the user's session is over here, for whatever reason: personal data in memory are cleared, so
 * that the next user in this tab does not see them.
 */
export function onForget(forgetIt: () => void): void {
  memories.add(forgetIt);
}

/** Runs when `user` signs out: what is stored for a later sign-in is cleared too. */
export function onSignOut(clean: Cleaner): void {
  cleaners.add(clean);
}

/** Runs when the server has ended the session, with the app going to `/auth`. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  if (endUnheard) {
    endUnheard = false;
    listener();
  }
  return () => endListeners.delete(listener);
}

export async function login(username: string, password: string): Promise<User> {
  const reply = await api.post('/api/auth/login', {
    body: { username, password },
    open: true,
    failure: 'login',
  });
  return signedIn(reply);
}

export async function register(registration: Registration): Promise<User> {
  const reply = await api.post('/api/auth/register', {
    body: registration,
    open: true,
    failure: 'register',
  });
  return signedIn(reply);
}

function signedIn(reply: SignedIn): User {
  ended = false;
  storeTokens(reply);
  store.set({ isAuthenticated: true, user: reply.user });
  return reply.user;
}

let loading: Promise<User> | null = null;

/** The user, fetched when not yet known; several callers share one call. */
export function loadUser(): Promise<User> {
  const known = store.get().user;
  if (known) return Promise.resolve(known);
  loading ??= refreshUser().finally(() => {
    loading = null;
  });
  return loading;
}

/** Fetches the user again. */
export async function refreshUser(): Promise<User> {
  const user = await api.get('/api/users/profile', { failure: 'user' });
  setUser(user);
  return user;
}

/** Takes over a user that a call gave back. */
export function setUser(user: User): void {
  if (accessToken() !== null) store.set({ isAuthenticated: true, user });
}

/** How long signing out waits for the server, in ms. */
const PATIENCE = 5_000;

/**
 * Signs out: ends the session on the server, then clears everything personal of `user` in the browser; another tab may
 * sign another person in meanwhile. For a `newcomer`, who found another person signed in, the data of the visit stay.
 */
export async function logout(newcomer = false, user = store.get().user): Promise<void> {
  signingOut = true;
  const call = api.post('/api/auth/logout', {
    keepalive: true,
    signal: AbortSignal.timeout(PATIENCE),
  });
  // Signing out must work offline too, and where nothing answers; the server's session then expires.
  await call.catch(() => {});
  signingOut = false;
  await clearSession(newcomer, user);
}

/** Clears everything personal of `user` in the browser, where the server has no session any more. */
export async function clearSession(newcomer = false, user = store.get().user): Promise<void> {
  for (const clean of cleaners) await clean(user);
  forget(newcomer);
}

/** Ended by the server: unsent answers stay for the next sign-in. While signing out, this changes nothing. */
function end(): void {
  if (signingOut) return;
  ended = true;
  forget(true);
  endUnheard = endListeners.size === 0;
  for (const listener of endListeners) listener();
}

/** `another`: another user has signed in, and the tokens are theirs. */
function forget(keepVisit: boolean, another = false): void {
  for (const forgetIt of memories) forgetIt();
  if (!another) clearTokens();
  for (const key of Object.keys(sessionStorage)) {
    if (!keepVisit || !OF_THE_VISIT.includes(key)) sessionStorage.removeItem(key);
  }
  if (another) location.reload();
  else store.set(NOBODY);
}
