import { accessToken } from './tokens';

/** The results of the page's script before the app runs (first-view/preload.ts). */
interface Preloaded {
  /** The token of the replies. */
  token: string;
  /** The replies, by path and query. */
  replies: Record<string, Promise<Response>>;
  /** Settles when the first view is shown or can't be shown. */
  shown: Promise<unknown>;
  /** When the first view was shown, by `performance.now`; null if that does not count. */
  shownAt?: number | null;
}

declare global {
  interface Window {
    preloaded?: Preloaded | null;
  }
}

/** The preloaded reply to a call, if there is one. Each is returned once, and only to the user of its token. */
export function takePreloaded(path: string): Promise<Response> | undefined {
  const { preloaded } = window;
  const reply = preloaded?.replies[path];
  delete preloaded?.replies[path];
  return preloaded?.token === accessToken() ? reply : undefined;
}

/** Drops unused replies, which are outdated. */
export function forgetPreloaded(): void {
  // Not deleted, because an element with this ID would replace it.
  window.preloaded = null;
}
