import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PublicItem } from '@/api/schema';
import { createRecorder } from '@/features/timing/recorder';
import { required } from '../../../test/fixtures';
import { PointsField } from './likert';

type Item = Extract<PublicItem, { kind: 'likert' }>;
const recorder = createRecorder('pre/x', () => 0);

function show(words: string[]) {
  const points = words.map((label, index) => ({ label, value: index + 1 }));
  const item: Item = { id: 'v', label: 'Q', ...required, kind: 'likert', points, ends: null };
  const onAnswer = vi.fn();
  render(<PointsField {...{ item, onAnswer, recorder }} answers={{ v: 2 }} errors={{}} />);
  return onAnswer;
}

test('more than five worded points are a list like any other choice, with numbers as answers', () => {
  const onAnswer = show(['Never', 'Hardly', 'Rarely', 'Sometimes', 'Often', 'Always']);
  const second = screen.getByRole('radio', { name: 'Hardly' }) as HTMLInputElement;
  expect(second.checked).toBe(true);
  expect(second.parentElement?.className).toContain('choice');
  fireEvent.click(screen.getByRole('radio', { name: 'Always' }));
  expect(onAnswer).toHaveBeenCalledWith('v', 6);
});

test('five worded points are a row of segments', () => {
  show(['Never', 'Rarely', 'Sometimes', 'Often', 'Always']);
  expect(screen.getByRole('radio', { name: 'Rarely' }).parentElement?.className).toContain(
    'segment',
  );
});
