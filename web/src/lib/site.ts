/**
 * The address of this study. Most have a host name of their own. Those under a path share their origin with other
 * studies, so everything that the browser stores for one carries its ID.
 */
/** The ID of a study under a path. */
export const PATH_ID =
  typeof document === 'undefined' ? undefined : document.documentElement.dataset.pathId;

/** Where people sign in for the console of a study with its own host name, for example `https://lab.example.org`. */
export const INSTALLATION =
  typeof document === 'undefined' ? undefined : document.documentElement.dataset.installation;

/** Stands for {@link BASE} while the build renders templates, which the server fills. */
export const BASE_MARK = '/base-of-the-study';

/** What all paths of the study begin with: nothing, or for example `/s/pilot`. */
export const BASE =
  import.meta.env.SSR && typeof document === 'undefined'
    ? BASE_MARK
    : PATH_ID
      ? `/s/${PATH_ID}`
      : '';

/** The keys of studies under a path, in the storage of the origin. */
const OF_A_PATH = /^s\/[a-z0-9-]+:/;

/** The key under which the origin's storage has a key of this study. */
export const storedKey = (key: string) => (PATH_ID ? `s/${PATH_ID}:${key}` : key);

/** A name in this origin that belongs to this study alone: a database, a lock. */
export const ownName = (name: string) => (PATH_ID ? `${name}-${PATH_ID}` : name);

/** The path of the page, as the server and the routes know it. */
export function pagePath(pathname = window.location.pathname): string {
  const own = BASE && (pathname === BASE || pathname.startsWith(`${BASE}/`));
  return own ? pathname.slice(BASE.length) || '/' : pathname;
}

/** The keys of a storage; a scoped one has no properties. */
export function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
}

/** Clears what the browser stores for this study, and nothing of other studies. */
export function clearStorage(storage = localStorage): void {
  for (const key of keysOf(storage)) if (!OF_A_PATH.test(key)) storage.removeItem(key);
}
