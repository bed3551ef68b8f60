import { afterEach, expect, test, vi } from 'vitest';
import { setLocale } from './locale';
import { type Cache, clearPersonalCaches, createCache } from './resource-cache';
import { clearSession } from './session';

afterEach(() => setLocale('en'));

/** Loads `value`, and counts. */
const loads = (value: string) => vi.fn(async () => value);

/** A load that the test ends. */
function pending(cache: Cache<string>, key: string) {
  let arrive = (_: string) => {};
  const value = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  return { reply: cache.get(key, () => value), arrive };
}

test('a value is loaded once, also by calls at the same time', async () => {
  const cache = createCache<string>();
  const load = loads('x');
  expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual(['x', 'x']);
  expect(await cache.get('a', load)).toBe('x');
  expect(load).toHaveBeenCalledOnce();
  expect(cache.peek('a')).toBe('x');
});

test('a failure is passed on and not cached', async () => {
  const cache = createCache<string>();
  await expect(cache.get('a', () => Promise.reject(new Error('offline')))).rejects.toThrow();
  expect(await cache.get('a', loads('x'))).toBe('x');
});

test('a value that is no longer fresh is loaded again', async () => {
  vi.useFakeTimers();
  const cache = createCache<string>({ freshFor: 1_000 });
  await cache.get('a', loads('old'));
  vi.advanceTimersByTime(999);
  expect(cache.peek('a')).toBe('old');
  vi.advanceTimersByTime(1);
  expect(cache.peek('a')).toBeUndefined();
  expect(await cache.get('a', loads('new'))).toBe('new');
});

test('each language has its own value', async () => {
  const cache = createCache<string>();
  await cache.get('a', loads('English'));
  await setLocale('de');
  expect(await cache.get('a', loads('Deutsch'))).toBe('Deutsch');
});

test('what belongs to one person is cleared when the session ends; what is shared stays', async () => {
  const [own, shared] = [createCache<string>(), createCache<string>({ shared: true })];
  await Promise.all([own.get('a', loads('own')), shared.get('a', loads('shared'))]);
  const late = pending(own, 'late');
  await clearSession();
  late.arrive('of the person before');
  await late.reply;
  expect([own.peek('a'), own.peek('late')]).toEqual([undefined, undefined]);
  expect(shared.peek('a')).toBe('shared');
});

test('a change is made to the cached value, and a load from before it is not cached', async () => {
  const cache = createCache<string>();
  await cache.get('a', loads('x'));
  expect(cache.update('a', (value) => `${value}y`)).toBe('xy');
  expect(await cache.get('a', loads('never'))).toBe('xy');
  const late = pending(cache, 'b');
  expect(cache.update('b', () => 'changed')).toBeUndefined();
  late.arrive('from before');
  expect(await late.reply).toBe('from before');
  expect(await cache.get('b', loads('new'))).toBe('new');
});

test('the oldest of too many values gives way', async () => {
  const dispose = vi.fn();
  const cache = createCache<string>({ most: 2, dispose });
  for (const key of ['a', 'b', 'c']) await cache.get(key, loads(key));
  expect(['a', 'b', 'c'].map(cache.peek)).toEqual([undefined, 'b', 'c']);
  expect(dispose.mock.calls).toEqual([['a']]);
  clearPersonalCaches();
  expect(cache.peek('c')).toBeUndefined();
});
