import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createRecorder } from '@/features/timing/recorder';
import { option, picture } from '../../../test/fixtures';
import { JudgementForm } from './judgement-form';
import { actionOf } from './shortcuts';

function show(disabled: string[] = []) {
  const onSubmit = vi.fn();
  const onReplay = vi.fn();
  render(
    <JudgementForm
      page="flow-a/q/1"
      item={{
        prompt: 'Is this the original?',
        options: [option('original', 'Original'), option('altered', 'Altered')],
        confidence: true,
        media: { ...picture, kind: 'video' },
      }}
      disabled={disabled}
      recorder={createRecorder('flow-a/q/1', () => 0)}
      submitting={{ busy: false, fields: [] }}
      handle={{ current: { replay: onReplay, seek: vi.fn(), pause: vi.fn() } }}
      onSubmit={onSubmit}
    >
      <p>A clip</p>
    </JudgementForm>,
  );
  return { onSubmit, onReplay };
}

const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });

beforeEach(() => {
  vi.stubGlobal('matchMedia', vi.fn().mockReturnValue({ matches: true }));
});

test('an answer and a confidence are required before it is submitted', async () => {
  const { onSubmit } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Check my answer' }));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  expect(document.title).toMatch(/^Error/);
  await userEvent.click(radio('Altered'));
  await userEvent.click(radio('80%'));
  expect(document.title).not.toMatch(/^Error/);
  await userEvent.click(screen.getByRole('button', { name: 'Check my answer' }));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ answer: 'altered', confidence: 80 });
});

test('keys choose and replay', async () => {
  const { onReplay } = show();
  await userEvent.keyboard('2');
  expect(radio('Altered').checked).toBe(true);
  await userEvent.keyboard('1');
  expect(radio('Original').checked).toBe(true);
  await userEvent.keyboard('r');
  expect(onReplay).toHaveBeenCalledOnce();
});

test('keys can be turned off', async () => {
  const { onReplay } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Turn shortcuts off' }));
  await userEvent.keyboard('r2');
  expect(onReplay).not.toHaveBeenCalled();
  expect(radio('Altered').checked).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Turn shortcuts on' }));
});

test('a disabled answer can be given neither by pointer nor by key, and shows why', async () => {
  show(['original']);
  expect(radio(/Original.*tried/).disabled).toBe(true);
  await userEvent.keyboard('1');
  expect(screen.getAllByRole<HTMLInputElement>('radio').some((one) => one.checked)).toBe(false);
});

describe('which key presses are meant', () => {
  const press = (init: KeyboardEventInit, target: Element = document.body) => {
    const event = new KeyboardEvent('keydown', init);
    Object.defineProperty(event, 'target', { value: target });
    return actionOf(event, { r: 'replay' });
  };

  test('a plain key on the page', () => expect(press({ key: 'R' })).toBe('replay'));

  test('not with a modifier, and not while it is held', () => {
    expect(press({ key: 'r', ctrlKey: true })).toBeUndefined();
    expect(press({ key: 'r', repeat: true })).toBeUndefined();
  });

  test('not while something is written', () => {
    expect(press({ key: 'r' }, document.createElement('textarea'))).toBeUndefined();
    expect(press({ key: 'r' }, document.createElement('input'))).toBeUndefined();
  });
});
