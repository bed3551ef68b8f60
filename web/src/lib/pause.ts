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

/** Waits, or less if the connection is back, or the page goes out of sight or comes back. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      document.removeEventListener('visibilitychange', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    document.addEventListener('visibilitychange', done);
  });
}
