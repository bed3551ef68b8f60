import { expect, test } from 'vitest';
import type { MediaTiming, PublicEvidence, PublicMedia } from '@/api/schema';
import { picture } from '../../../test/fixtures';
import { findUnseen } from './unseen';

const clip: PublicMedia = {
  ...picture,
  kind: 'video',
  sources: [
    { url: '/api/media/webm', mediaType: 'video/webm' },
    { url: '/api/media/mp4', mediaType: 'video/mp4' },
  ],
};
const source: PublicEvidence = { id: 'e1', kind: 'source', text: 'A new account', media: null };

const timing = (media: MediaTiming[], opened: string[] = []) => ({
  submit: 1,
  media,
  opened: opened.map((item) => ({ item, at: 1 })),
});

test('a clip waits to be played, in whichever format the browser chose', () => {
  const ready = { url: '/api/media/mp4', canPlay: 1, plays: 0, seeks: 1 };
  expect(findUnseen(timing([ready]), [clip])).toEqual({ media: [clip], unchecked: false });
  expect(findUnseen(timing([{ ...ready, plays: 1 }]), [clip])).toBeNull();
  // The same file in the opened evidence.
  expect(findUnseen(timing([ready, { ...ready, plays: 1 }]), [clip])).toBeNull();
});

test('a medium that failed or has no player does not wait', () => {
  expect(findUnseen(timing([{ url: '/api/media/mp4', error: 'decode' }]), [clip])).toBeNull();
  expect(findUnseen(timing([]), [clip])).toBeNull();
  expect(findUnseen(timing([{ url: '/api/media/t', error: 'network' }]), [picture])).toBeNull();
  expect(findUnseen(timing([]), [picture])).toBeNull();
});

test('a picture waits to be loaded', () => {
  const loading = { url: '/api/media/t', firstFrame: null };
  expect(findUnseen(timing([loading]), [picture])).toEqual({
    media: [picture],
    unchecked: false,
  });
  // From the browser's cache, at once.
  expect(findUnseen(timing([{ ...loading, firstFrame: 0 }]), [picture])).toBeNull();
});

test('one opened piece of evidence is enough; a transcript is none', () => {
  expect(findUnseen(timing([], ['transcript']), [], [source])).toEqual({
    media: [],
    unchecked: true,
  });
  expect(findUnseen(timing([], ['e1']), [], [source])).toBeNull();
  expect(findUnseen(timing([]), [], [])).toBeNull();
});
