import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PublicEvidence, PublicMedia } from '@/api/schema';
import { MediaPlayer } from '@/features/media/media-player';
import { createRecorder } from '@/features/timing/recorder';
import { option, picture } from '../../../test/fixtures';
import { signIn } from '../../../test/sign-in';
import { JudgementForm } from './judgement-form';

const clip: PublicMedia = {
  ...picture,
  kind: 'video',
  sources: [{ url: '/api/media/v', mediaType: 'video/mp4' }],
};
const evidence: PublicEvidence[] = [{ id: 'e1', kind: 'source', text: 'New', media: null }];

let pages = 0;
const newPage = () => `flow-a/q/${++pages}`;

async function show(
  item: { media?: PublicMedia; evidence?: PublicEvidence[] },
  { disabled = false, page = newPage() } = {},
) {
  const onSubmit = vi.fn();
  const onCheck = vi.fn();
  const recorder = createRecorder(page, () => 0);
  const { media = clip } = item;
  const { unmount } = render(
    <JudgementForm
      page={page}
      item={{
        prompt: 'Is this the original?',
        options: [option('original', 'Original'), option('altered', 'Altered')],
        media,
        ...(item.evidence && { evidence: item.evidence }),
      }}
      disabled={disabled ? ['original'] : []}
      recorder={recorder}
      submitting={{ busy: false, fields: [] }}
      handle={{ current: null }}
      onCheck={onCheck}
      onSubmit={onSubmit}
    >
      <MediaPlayer media={media} recorder={recorder} />
    </JudgementForm>,
  );
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Check my answer' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Altered' }));
  await submit();
  return { onSubmit, onCheck, recorder, submit, unmount };
}

const message = () => screen.queryByRole('alert')?.textContent;

beforeEach(() => {
  signIn();
  vi.stubGlobal('matchMedia', vi.fn().mockReturnValue({ matches: true }));
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe');
});

test('an answer without playing is held back once; the main button goes on', async () => {
  const { onSubmit, recorder, submit } = await show({});
  expect(onSubmit).not.toHaveBeenCalled();
  expect(message()).toContain('You have not played this clip yet.');
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  expect(recorder.snapshot().opened).toMatchObject([{ item: 'reminder' }]);
  await submit();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ answer: 'altered' });
});

test('"Answer anyway" submits', async () => {
  const { onSubmit } = await show({});
  await userEvent.click(screen.getByRole('button', { name: 'Answer anyway' }));
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('"Play it" plays, moves the focus to the controls and removes the message', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  await show({ media: { ...clip, kind: 'audio' } });
  expect(message()).toContain('You have not played this recording yet.');
  await userEvent.click(screen.getByRole('button', { name: 'Play it' }));
  expect(play).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play' }));
  fireEvent.play(document.querySelector('video') as HTMLVideoElement);
  await waitFor(() => expect(message()).toBeUndefined());
});

test('both facts are in one message', async () => {
  const { onCheck } = await show({ evidence });
  expect(message()).toContain(
    'You have not played this clip yet. You have not checked anything yet.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Check it' }));
  expect(onCheck).toHaveBeenCalledOnce();
});

test('a second attempt is not held back', async () => {
  expect((await show({}, { disabled: true })).onSubmit).toHaveBeenCalledOnce();
});

test('after a reload, an answer is not held back again', async () => {
  const page = newPage();
  const first = await show({}, { page });
  expect(first.onSubmit).not.toHaveBeenCalled();
  first.unmount();
  expect((await show({}, { page })).onSubmit).toHaveBeenCalledOnce();
});

test('a picture is held back until it has loaded', async () => {
  const { onSubmit } = await show({ media: picture });
  expect(onSubmit).not.toHaveBeenCalled();
  expect(message()).toContain('The picture has not loaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Zoom in' }));
  fireEvent.load(screen.getByRole('img', { name: picture.alt }));
  await waitFor(() => expect(message()).toBeUndefined());
});

test('a picture that fails after "Try again" keeps the focus and is not held back', async () => {
  const { onSubmit, submit } = await show({ media: picture });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  fireEvent.error(screen.getByRole('img', { name: picture.alt }));
  await waitFor(() => expect(message()).not.toContain('The picture has not loaded.'));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  await submit();
  expect(onSubmit).toHaveBeenCalledOnce();
});
