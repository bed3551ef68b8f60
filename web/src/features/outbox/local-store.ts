import { keysOf, ownName } from '@/lib/site';

/**
 * Data that the browser stores across visits: a small ordered map. Uses IndexedDB if it works, otherwise local storage
 * (some private windows).
 */
export interface LocalStore {
  get<T>(key: string): Promise<T | undefined>;
  put(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
  /** All entries whose key starts with `prefix`, in the order of their keys. */
  list<T>(prefix: string): Promise<{ key: string; value: T }[]>;
}

const DATABASE = ownName('unmask');
const STORE = 'kept';

let opened: Promise<LocalStore> | null = null;

/** The store of this browser, opened once. */
export function localStore(): Promise<LocalStore> {
  opened ??= openDatabase()
    .then(indexedStore)
    .catch(() => storageStore(localStorage));
  return opened;
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('blocked by another version of the page'));
  });
}

function indexedStore(database: IDBDatabase): LocalStore {
  const run = <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      // Strict durability: on the disk before the promise resolves, because a phone may be turned off at any moment.
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const request = work(transaction.objectStore(STORE));
      // Without it, the transaction is aborted if the page ends before it learns of the request's success.
      transaction.commit();
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  return {
    get: (key) => run('readonly', (store) => store.get(key)),
    put: async (key, value) => void (await run('readwrite', (store) => store.put(value, key))),
    remove: async (key) => void (await run('readwrite', (store) => store.delete(key))),
    async list(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const keys = await run('readonly', (store) => store.getAllKeys(range));
      const values = await run('readonly', (store) => store.getAll(range));
      return keys.map((key, index) => ({ key: String(key), value: values[index] }));
    },
  };
}

/** The same store in local storage. */
export function storageStore(storage: Storage): LocalStore {
  const full = (key: string) => `kept:${key}`;
  const read = (key: string) => {
    const text = storage.getItem(full(key));
    return text === null ? undefined : JSON.parse(text);
  };
  return {
    get: async (key) => read(key),
    put: async (key, value) => storage.setItem(full(key), JSON.stringify(value)),
    remove: async (key) => storage.removeItem(full(key)),
    async list(prefix) {
      const keys = keysOf(storage).filter((key) => key.startsWith(full(prefix)));
      return keys.sort().map((key) => {
        const own = key.slice(full('').length);
        return { key: own, value: read(own) };
      });
    },
  };
}
