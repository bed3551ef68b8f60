import { accessToken } from './tokens';

/**
 * The page's shell calls the server before the app is there (scripts/templates.mjs), so that data and
 * code travel side by side.
 */
declare global {
  interface Window {
    ahead?: {
      token: string;
      calls: Record<string, Promise<Response>>;
      /** When the first words or the picture stood there, by `performance.now`; null if that does not count. */
      seen?: number | null;
    } | null;
  }
}

/**
 * The reply to a call that the shell has made already; `undefined` if it made none. Each is given once,
 * and none to anybody but the one whose token it was made with.
 */
export function takeAhead(path: string): Promise<Response> | undefined {
  const { ahead } = window;
  const reply = ahead?.calls[path];
  if (!ahead || !reply) return undefined;
  delete ahead.calls[path];
  return ahead.token === accessToken() ? reply : undefined;
}

/** What the first page has not taken is about a moment that is over. */
export function forgetAhead(): void {
  // Not deleted: an element of that name would stand in its place.
  window.ahead = null;
}
