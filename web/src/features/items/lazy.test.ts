import { expect, test, vi } from 'vitest';
import { lazyKind, retryWhenOnline } from './lazy';
import { single } from './single';

test('code that failed to load offline is fetched again when the connection is back', async () => {
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('code');
  const loaded = retryWhenOnline(load);
  await new Promise((done) => setTimeout(done));
  expect(load).toHaveBeenCalledTimes(1);
  line.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('code');
});

test('a failure with a connection is an error', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await expect(retryWhenOnline(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});

test('the code of a kind is fetched once, and again after a failure', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(single);
  const lazy = lazyKind<'single'>(load);
  await expect(lazy.fetch()).rejects.toThrow('Failed to fetch');
  expect(lazy.get()).toBeUndefined();
  await lazy.fetch();
  await lazy.fetch();
  expect(lazy.get()).toBe(single);
  expect(load).toHaveBeenCalledTimes(2);
});
