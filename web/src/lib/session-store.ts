/** The value of a key in session storage; undefined if it is invalid, because users can change it. */
export function readSessionStore<T>(key: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '') as T;
  } catch {
    return undefined;
  }
}
