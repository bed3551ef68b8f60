import { expect, test, vi } from 'vitest';
import { retryWhenOnline } from './lazy';

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

test('what fails with a connection is an error', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await expect(retryWhenOnline(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
