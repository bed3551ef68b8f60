/**
 * Fetches code of the app. Where the line is cut meanwhile it waits until that is back, so that a page that has
 * begun to be filled in does not give way to an error.
 */
export async function retryWhenOnline<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) throw error;
      await new Promise((back) => window.addEventListener('online', back, { once: true }));
    }
  }
}
