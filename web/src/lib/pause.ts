const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;

/**
 * Milliseconds before the next try: doubling, and spread, so that a whole class does not come back
 * in the same second. Never less than the server asked for, in seconds.
 */
export function retryDelay(attempt: number, asked = 0, random = Math.random): number {
  const step = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt);
  return Math.max(step * (0.5 + random() / 2), asked * 1_000);
}

/** Waits; less if the connection is back, or the page goes out of sight or comes back, or `signal` ends it. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const done = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done, over);
    document.addEventListener('visibilitychange', done, over);
    signal?.addEventListener('abort', done, over);
  });
}
