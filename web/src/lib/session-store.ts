/** The value of a key in session storage; undefined if it can't be read, since people can change it. */
export function readSessionStore<T>(key: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '') as T;
  } catch {
    return undefined;
  }
}
