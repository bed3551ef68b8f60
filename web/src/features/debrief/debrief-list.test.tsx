import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { PublicDebrief } from '@/api/schema';
import { DebriefList } from './debrief-list';

const item = (index: number): PublicDebrief => ({
  id: `i${index}`,
  who: null,
  text: `Clip ${index}`,
  truth: 'Original',
  cue: null,
  explanation: null,
  answer: null,
  correct: null,
  thumb: null,
  media: null,
  marks: [],
});
const items = (count: number) => Array.from({ length: count }, (_, index) => item(index + 1));

test('a long list shows its beginning, and the rest when asked, with the focus on the first new one', async () => {
  render(<DebriefList items={items(20)} />);
  const later = () => document.querySelectorAll('.debrief__later, [class*="later"]');
  expect(later()).toHaveLength(12);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 20' }));
  expect(later()).toHaveLength(0);
  expect(document.activeElement?.textContent).toContain('Clip 9');
  expect(screen.queryByRole('button', { name: 'Show all 20' })).toBeNull();
});

test('a short one is whole', () => {
  render(<DebriefList items={items(10)} />);
  expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull();
});
