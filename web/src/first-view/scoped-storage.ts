import { PERSON_KEY, PERSON_REFRESH_KEY } from '@/lib/constants';

/** Keys that all studies of the origin share. */
const SHARED = [PERSON_KEY, PERSON_REFRESH_KEY];

/** The part of the origin's storage that belongs to one study. Its keys begin with `prefix` there. */
export class ScopedStorage implements Storage {
  private readonly whole: Storage;
  private readonly prefix: string;
  constructor(whole: Storage, prefix: string) {
    this.whole = whole;
    this.prefix = prefix;
  }
  private full(name: string): string {
    return SHARED.includes(name) ? name : this.prefix + name;
  }
  private names(): string[] {
    const all = Array.from(
      { length: this.whole.length },
      (_, index) => this.whole.key(index) ?? '',
    );
    return all.filter((name) => name.startsWith(this.prefix));
  }
  get length(): number {
    return this.names().length;
  }
  key(index: number): string | null {
    return this.names()[index]?.slice(this.prefix.length) ?? null;
  }
  getItem(name: string): string | null {
    return this.whole.getItem(this.full(name));
  }
  setItem(name: string, value: string): void {
    this.whole.setItem(this.full(name), value);
  }
  removeItem(name: string): void {
    this.whole.removeItem(this.full(name));
  }
  clear(): void {
    for (const name of this.names()) this.whole.removeItem(name);
  }
}

/** Gives the page of a study under a path its own part of both storages. */
export function scopeStorage(pathId: string): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const value = new ScopedStorage(window[name], `s/${pathId}:`);
    Object.defineProperty(window, name, { configurable: true, value });
  }
}
