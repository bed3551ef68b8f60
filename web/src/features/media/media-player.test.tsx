import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { PublicMedia } from '@/api/schema';
import { Loaded } from '@/features/study-page/loaded';
import { useResource } from '@/features/study-page/use-resource';
import { createRecorder, type Recorder } from '@/features/timing/recorder';
import { clearSession } from '@/lib/session';
import { participant, picture } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { signIn } from '../../../test/sign-in';
import { MediaPlayer } from './media-player';

function show() {
  const recorder = createRecorder('page', () => 0);
  render(<MediaPlayer media={picture} recorder={recorder} />);
  return { recorder, image: screen.getByRole('img') };
}

test('a picture that fails shows an error, is recorded, and can be skipped', async () => {
  const { recorder, image } = show();
  fireEvent.error(image);
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  expect(recorder.snapshot().media[0]?.error).toBe('network');
  await userEvent.click(screen.getByRole('button', { name: 'Continue without' }));
  expect(screen.getByRole('alert').textContent).toContain('Someone behind a counter');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a picture that was seen has its first frame in the evidence', () => {
  const { recorder, image } = show();
  fireEvent.load(image);
  const [evidence] = recorder.snapshot().media;
  expect(evidence).toMatchObject({
    url: '/api/media/t',
    firstFrame: expect.any(Number),
    error: null,
  });
});

test('the text over a medium is read before the medium', () => {
  render(<MediaPlayer media={{ ...picture, overlay: 'Made with AI' }} />);
  const text = screen.getByText('Made with AI');
  const order = text.compareDocumentPosition(screen.getByRole('img'));
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('a picture can be enlarged in steps and scrolled by keyboard then', async () => {
  show();
  expect(screen.queryByRole('region')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(screen.getByRole('region').tabIndex).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
  expect(screen.queryByRole('region')).toBeNull();
});

const clip: PublicMedia = {
  ...picture,
  kind: 'video',
  sources: [{ url: '/api/media/v', mediaType: 'video/mp4' }],
};

function showClip(media = clip, canPlay: CanPlayTypeResult = 'maybe', recorder?: Recorder) {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue(canPlay);
  const { container } = render(<MediaPlayer media={media} recorder={recorder} />);
  const video = container.querySelector('video');
  if (!video) throw new Error('no video');
  return video;
}

test('a clip has failed when its last format has', () => {
  const recorder = createRecorder('page', () => 0);
  const sources = [...clip.sources, { url: '/api/media/w', mediaType: 'video/webm' }];
  const video = showClip({ ...clip, sources }, 'maybe', recorder);
  fireEvent.error(video);
  expect(recorder.snapshot().media).toMatchObject([{ url: '/api/media/v', error: null }]);
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.error(video);
  expect(recorder.snapshot().media).toMatchObject([{ url: '/api/media/v', error: 'unknown' }]);
  expect(screen.getByRole('alert')).not.toBeNull();
});

test('a clip in no format that the browser plays is recorded as failed', () => {
  const recorder = createRecorder('page', () => 0);
  showClip(clip, '', recorder);
  expect(screen.getByRole('alert')).not.toBeNull();
  expect(recorder.snapshot().media).toMatchObject([{ error: 'not supported' }]);
});

test('a clip that fails keeps the focus where its controls were', () => {
  const video = showClip();
  screen.getByRole('button', { name: 'Play' }).focus();
  fireEvent.error(video);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

test('a clip that fails does not take the focus from another element', () => {
  const video = showClip();
  fireEvent.error(video);
  expect(screen.getByRole('alert')).not.toBe(document.activeElement);
});

type Load = () => Promise<PublicMedia>;

function Page({ load }: { load: Load }) {
  const resource = useResource('page', load);
  return (
    <Loaded resource={resource}>
      {(media) => (
        <>
          <MediaPlayer media={media} />
          <input aria-label="Words" />
        </>
      )}
    </Loaded>
  );
}

test('trying again requests the address again, and the input on the page stays', async () => {
  const moved = { ...picture, sources: [{ url: '/new', mediaType: 'image/webp' }] };
  const load = vi.fn<Load>(async () => moved).mockResolvedValueOnce(picture);
  renderAt('/', { '/': <Page load={load} /> });
  fireEvent.error(await screen.findByRole('img'));
  await userEvent.type(screen.getByLabelText('Words'), 'half');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('img')).getAttribute('src')).toBe('/new');
  expect(screen.getByLabelText('Words')).toHaveProperty('value', 'half');
  expect(load).toHaveBeenCalledTimes(2);
});

const captioned = {
  ...clip,
  captions: [{ locale: 'en', name: 'English', url: '/api/media/c' }],
};

/** The caption buttons' states of two media on a page. */
function captionsFor(hearsSound: boolean | null): (string | null)[] {
  signIn({ ...participant, hearsSound });
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe');
  render(
    <>
      <MediaPlayer media={captioned} />
      <MediaPlayer media={captioned} captioned={false} />
    </>,
  );
  return states();
}

const buttons = () => screen.getAllByRole('button', { name: 'Captions' });
const states = () => buttons().map((button) => button.getAttribute('aria-pressed'));

test.each([
  [true, 'false'],
  [false, 'true'],
  [null, 'true'],
])('captions at first, if the participant hears the sound: %s', (hears, on) => {
  expect(captionsFor(hears)).toEqual([on, 'false']);
});

test('a choice of captions is kept until the participant signs out', async () => {
  expect(captionsFor(true)).toEqual(['false', 'false']);
  await userEvent.click(buttons()[0] as HTMLElement);
  expect(states()).toEqual(['true', 'false']);
  cleanup();
  expect(captionsFor(true)).toEqual(['true', 'false']);
  await act(() => clearSession());
  cleanup();
  expect(captionsFor(true)).toEqual(['false', 'false']);
});

test('captions of a medium that shows its answer are turned on only there', async () => {
  captionsFor(true);
  await userEvent.click(buttons()[1] as HTMLElement);
  expect(states()).toEqual(['false', 'true']);
});
