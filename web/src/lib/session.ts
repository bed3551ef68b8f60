import type { Registration, Session as SignedIn, User } from '@/api/schema';
import { api, callAs } from './api-client';
import { whenSessionEnds } from './auth-fetch';
import { ACCESS_KEY, LINK_KEY } from './constants';
import { keysOf, storedKey } from './site';
import { createStore, useStore } from './store';
import { accessToken, clearTokens, storeTokens } from './tokens';

export interface Session {
  /** True exactly when an access token exists. */
  isAuthenticated: boolean;
  user: User | null;
}

/**
 * The data of this visit: recruitment IDs, and a consent before registration. They do not belong to a session of an
 * earlier visit and stay when that session ends.
 */
const VISIT_KEYS = ['recruitment', 'recruitment_attempt', LINK_KEY, 'consent'];

const SIGNED_OUT: Session = { isAuthenticated: false, user: null };
const store = createStore<Session>(SIGNED_OUT);
type Cleaner = (user: User | null) => void | Promise<void>;
const cleaners = new Set<Cleaner>();
const memoryCleaners = new Set<() => void>();
const endListeners = new Set<() => void>();
/** Whether the server, not the user, ended the last session. */
let ended = false;

export const hasEnded = () => ended;

let signingOut = false;

/** The session ended before a listener was registered. */
let endPending = false;

/** Restores the session of the last visit and follows other tabs. Called once, at start. */
export function startSession(): void {
  ended = false;
  store.set({ isAuthenticated: accessToken() !== null, user: null });
  whenSessionEnds((another) => (another && store.get().user ? forget(true, true) : end()));
  store.subscribe(() => callAs(store.get().user?.code));
  window.addEventListener('storage', (event) => {
    // `key` is null when another tab cleared everything.
    if (event.key !== storedKey(ACCESS_KEY) && event.key !== null) return;
    const { isAuthenticated, user } = store.get();
    if (accessToken() === null) {
      if (isAuthenticated) end();
    } else if (user) {
      // The tokens are new, or those of another user; the server knows which.
      refreshUser().catch(() => {});
    } else {
      ended = false;
      store.set({ isAuthenticated: true, user });
    }
  });
}

/** The current session. */
export function session(): Session {
  return store.get();
}

/**
 * The current session; the component follows its changes. Pages rendered by the server have no user until the app runs.
 */
export function useSession(): Session {
  return useStore(store, SIGNED_OUT);
}

/** Calls a listener after each change of the session. */
export const followSession = store.subscribe;

/**
 * Calls `clear` whenever the user's session ends in this tab, to remove personal data from memory before the next user
 * signs in.
 */
export function onForget(clear: () => void): void {
  memoryCleaners.add(clear);
}

/** Calls `clean` when the user signs out, to delete data that are stored for a later sign-in. */
export function onSignOut(clean: Cleaner): void {
  cleaners.add(clean);
}

/** Calls a listener when the server has ended the session; the app then goes to `/auth`. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  if (endPending) {
    endPending = false;
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

/** Signs in with the reply to a call that opened a session. */
export function signedIn(reply: SignedIn): User {
  ended = false;
  storeTokens(reply);
  store.set({ isAuthenticated: true, user: reply.user });
  return reply.user;
}

let loading: Promise<User> | null = null;

/** Returns the user, and fetches them if necessary. Concurrent calls share one request. */
export function loadUser(): Promise<User> {
  const known = store.get().user;
  if (known) return Promise.resolve(known);
  loading ??= refreshUser().finally(() => {
    loading = null;
  });
  return loading;
}

/** Fetches the user again, with names of later parts in a language, by default that of their registration. */
export async function refreshUser(locale?: string): Promise<User> {
  const user = await api.get('/api/users/profile', {
    failure: 'user',
    ...(locale && { query: { locale } }),
  });
  setUser(user);
  return user;
}

/** Sets the user from the reply to a call. */
export function setUser(user: User): void {
  if (accessToken() !== null) store.set({ isAuthenticated: true, user });
}

/** How long signing out waits for the server, in ms. */
const SIGN_OUT_TIMEOUT = 5_000;

/**
 * Ends the session on the server, then clears the personal data of `user` in the browser; another user may sign in
 * meanwhile in another tab. For a `newcomer`, who found another person signed in, the data of the visit stay.
 */
export async function logout(newcomer = false, user = store.get().user): Promise<void> {
  signingOut = true;
  const call = api.post('/api/auth/logout', {
    keepalive: true,
    signal: AbortSignal.timeout(SIGN_OUT_TIMEOUT),
  });
  // Signing out also works without a connection; the session on the server then expires.
  await call.catch(() => {});
  signingOut = false;
  await clearSession(newcomer, user);
}

/** Clears the personal data of `user` in the browser, after the session on the server has ended. */
export async function clearSession(newcomer = false, user = store.get().user): Promise<void> {
  for (const clean of cleaners) await clean(user);
  forget(newcomer);
}

/**
 * Called when the server has ended the session. Unsent answers stay for the next sign-in. Ignored while signing out.
 */
function end(): void {
  if (signingOut) return;
  ended = true;
  forget(true);
  endPending = endListeners.size === 0;
  for (const listener of endListeners) listener();
}

/** With `another`, the tokens are those of another user who has signed in. */
function forget(keepVisit: boolean, another = false): void {
  for (const clear of memoryCleaners) clear();
  if (!another) clearTokens();
  for (const key of keysOf(sessionStorage)) {
    if (!keepVisit || !VISIT_KEYS.includes(key)) sessionStorage.removeItem(key);
  }
  if (another) location.reload();
  else store.set(SIGNED_OUT);
}
