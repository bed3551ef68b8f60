import { expect, test, vi } from 'vitest';
import type { PublicMedia } from '@/api/schema';
import { picture } from '../../../test/fixtures';
import { local, prefetchMedia } from './prefetch';
import { clock, playable, ratio } from './source';

const media: PublicMedia = {
  ...picture,
  kind: 'video',
  sources: [
    { url: '/m/a', mediaType: 'video/mp4' },
    { url: '/m/b', mediaType: 'video/webm' },
    { url: '/m/c', mediaType: 'video/odd' },
  ],
  width: null,
  height: null,
};

test('tries formats that the browser certainly plays first, and omits unplayable ones', () => {
  const answers: Record<string, string> = { 'video/mp4': 'maybe', 'video/webm': 'probably' };
  expect(playable(media, (type) => answers[type] ?? '')).toEqual(['/m/b', '/m/a']);
});

test('writes times as minutes and seconds', () => {
  expect([0, 7.9, 65, 600, Number.NaN, -1].map(clock)).toEqual([
    '0:00',
    '0:07',
    '1:05',
    '10:00',
    '0:00',
    '0:00',
  ]);
});

test('reserves the space of a medium of unknown size', () => {
  expect(ratio(media)).toBe(16 / 9);
  expect(ratio({ ...media, width: 720, height: 1280 })).toBe(720 / 1280);
});

test('prefetched media are used from their copies, and only a few copies stay', async () => {
  let copies = 0;
  const fetch = vi.fn(async () => new Response('x'));
  vi.stubGlobal('fetch', fetch);
  URL.createObjectURL = () => `blob:${++copies}`;
  const revoked = vi.fn();
  URL.revokeObjectURL = revoked;
  for (const url of ['/1', '/2', '/3', '/4', '/4']) {
    await prefetchMedia(url);
  }
  expect(fetch).toHaveBeenCalledTimes(4);
  expect(local('/1')).toBe('/1');
  expect(local('/4')).toBe('blob:4');
  expect(revoked).toHaveBeenCalledWith('blob:1');
});

test('a failure leaves the address as it is', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await prefetchMedia('/lost');
  expect(local('/lost')).toBe('/lost');
});
