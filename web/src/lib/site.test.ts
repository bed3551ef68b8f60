import { afterEach, expect, test, vi } from 'vitest';

/** The module as a page with this ID in its root element loads it. */
async function siteOf(pathId?: string) {
  vi.resetModules();
  if (pathId) document.documentElement.dataset.pathId = pathId;
  return import('./site');
}

afterEach(() => {
  delete document.documentElement.dataset.pathId;
  localStorage.clear();
});

test('a study at the root, or under a host name, has paths and keys as they are', async () => {
  const site = await siteOf();
  expect(site.BASE).toBe('');
  expect(site.pagePath('/profile')).toBe('/profile');
  expect([site.storedKey('auth_token'), site.ownName('unmask')]).toEqual(['auth_token', 'unmask']);
});

test('a study under a path has its ID in all of them', async () => {
  const site = await siteOf('pilot');
  expect(site.BASE).toBe('/s/pilot');
  expect(site.storedKey('auth_token')).toBe('s/pilot:auth_token');
  expect(site.ownName('unmask')).toBe('unmask-pilot');
  expect(site.pagePath('/s/pilot')).toBe('/');
  expect(site.pagePath('/s/pilot/')).toBe('/');
  expect(site.pagePath('/s/pilot/flow-a/start')).toBe('/flow-a/start');
  // Another study, whose ID begins with the same letters.
  expect(site.pagePath('/s/pilot-2/profile')).toBe('/s/pilot-2/profile');
});

test('clearing the storage at the root leaves what other studies store', async () => {
  const site = await siteOf();
  for (const key of ['auth_token', 'theme', 's/pilot:auth_token']) localStorage.setItem(key, 'x');
  site.clearStorage();
  expect(site.keysOf(localStorage)).toEqual(['s/pilot:auth_token']);
});
