/** What this tab keeps under a key; nothing if it can't be read, because somebody has changed it. */
export function kept<T>(key: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '') as T;
  } catch {
    return undefined;
  }
}
