import { accessToken } from './tokens';

/** What the page's own script has done before the app runs (first-view/preload.ts). */
interface Preloaded {
  /** Whose replies they are. */
  token: string;
  /** By path and query. */
  replies: Record<string, Promise<Response>>;
  /** Settles when the first view is shown, or can't be. */
  shown: Promise<unknown>;
  /** When the first view was shown, by `performance.now`; null if that does not count. */
  shownAt?: number | null;
}

declare global {
  interface Window {
    preloaded?: Preloaded | null;
  }
}

/** The preloaded reply to a call, if there is one. Each is given once, and only to whom its token belongs. */
export function takePreloaded(path: string): Promise<Response> | undefined {
  const { preloaded } = window;
  const reply = preloaded?.replies[path];
  delete preloaded?.replies[path];
  return preloaded?.token === accessToken() ? reply : undefined;
}

/** Drops what the first page has not taken: it is outdated. */
export function forgetPreloaded(): void {
  // Not deleted: an element with this id would be in its place.
  window.preloaded = null;
}
