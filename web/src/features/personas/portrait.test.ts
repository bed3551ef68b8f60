import { expect, test, vi } from 'vitest';
import { storeTokens } from '@/lib/tokens';
import { portraitOf } from './portrait';

test('a picture that fails is replaced, and is not an error', async () => {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }));
  expect(await portraitOf('x')).toBe('/default_profile.png');
});
