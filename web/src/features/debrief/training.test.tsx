import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { PublicExercise } from '@/api/schema';
import { feedback, option } from '../../../test/fixtures';
import { Training } from './training';
// The exercise is loaded on demand; here it is loaded before the test.
import './exercise';

const exercise = (index: number, more: Partial<PublicExercise> = {}): PublicExercise => ({
  id: `a${index}`,
  who: 'Maren Okafor',
  prompt: 'Original or altered?',
  context: `About clip ${index}`,
  options: [option('original', 'Original'), option('altered', 'Altered')],
  media: null,
  post: null,
  evidence: [],
  correct: 'altered',
  verdict: {
    ...feedback,
    truth: 'Altered',
    explanation: 'A patch lies over the face.',
    lookAlike: 'A scarf has an edge, too.',
    cue: 'A patch',
  },
  ratedOriginal: false,
  ...more,
});
const post = {
  author: 'Town News',
  handle: '@town',
  portrait: null,
  age: 'now',
  text: 'No more bottles!',
};
const evidence = [{ id: 'e1', kind: 'source', text: 'Four days old.', media: null } as const];
const button = (name: string) => screen.getByRole('button', { name });
const answer = async (label: string) => {
  await userEvent.click(screen.getByRole('radio', { name: label }));
  await userEvent.click(button('Check my answer'));
};

test('the choice comes before its feedback, and both are counted', async () => {
  render(<Training items={[exercise(1), exercise(2, { ratedOriginal: true })]} />);
  await userEvent.click(button('Practise with 2 clips'));
  const heading = await screen.findByRole('heading', { name: 'Example 1 of 2' });
  await waitFor(() => {
    expect(document.activeElement).toBe(heading);
  });
  expect(screen.queryByText(/Correct answer: Altered|A patch/)).toBeNull();
  // Whether a person is real, only the study knows.
  screen.getByText('Maren Okafor');
  await answer('Altered');
  expect(document.activeElement?.textContent).toBe('Correct');
  expect(screen.getByText('Correct answer: Altered')).toBeDefined();
  expect(screen.getByText('A scarf has an edge, too.')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('1 of 2 done, 1 of them right');
  expect(screen.queryByText(/you were shown the original/)).toBeNull();

  await userEvent.click(button('Next example'));
  expect(document.activeElement?.textContent).toBe('Example 2 of 2');
  await answer('Original');
  expect(document.activeElement?.textContent).toBe('Not quite');
  expect(screen.getByText(/you were shown the original/)).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('2 of 2 done, 1 of them right');

  await userEvent.click(button('Finish the exercise'));
  expect(document.activeElement?.textContent).toBe('You have finished the exercise');
  await userEvent.click(button('Start again'));
  expect(screen.getByRole('status').textContent).toBe('0 of 2 done, 0 of them right');
});

test('a missing choice is an error at the question, and the answer stays hidden', async () => {
  render(<Training items={[exercise(1)]} />);
  await userEvent.click(button('Practise with 1 clip'));
  await userEvent.click(await screen.findByRole('button', { name: 'Check my answer' }));
  expect(screen.getByText('Choose an answer first.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Original' }));
  expect(screen.queryByText(/Correct answer: /)).toBeNull();
});

test('posts have their evidence, and the participant can stop at any time', async () => {
  const items = [exercise(1), exercise(2, { id: 'b1', post, evidence: [...evidence] })];
  render(<Training items={items} />);
  await userEvent.click(button('Practise with 1 post'));
  expect(await screen.findByText('No more bottles!')).toBeDefined();
  expect(screen.getByText('Four days old.')).toBeDefined();
  await answer('Altered');
  expect(screen.getByText('No more bottles!')).toBeDefined();
  await userEvent.click(button('Stop practising'));
  expect(document.activeElement?.textContent).toBe('The exercise of the other groups');
  expect(button('Practise with 1 clip')).toBeDefined();
});

test('nothing is sent or stored', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  const stored = vi.spyOn(Storage.prototype, 'setItem');
  render(<Training items={[exercise(1)]} />);
  await userEvent.click(button('Practise with 1 clip'));
  await screen.findByRole('heading', { name: 'Example 1 of 1' });
  await answer('Altered');
  await userEvent.click(button('Finish the exercise'));
  expect([sent.mock.calls, stored.mock.calls]).toEqual([[], []]);
});
