import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Overview } from '@/api/schema';
import { renderConsole } from '../../../../test/render-console';
import { LaterParts } from './later-parts';

const none = { timedOut: 0, failed: 0, declined: 0 };
const counts = { waiting: 3, open: 2, started: 1, completed: 5, missed: 4, withdrawn: 0, ...none };

function show(arms: object[], all: object | null = counts) {
  const wave = { id: 'follow_up', title: 'Second part', all, arms };
  const overview = { waves: [wave], arms: [{}, {}] };
  renderConsole(<LaterParts overview={overview as unknown as Overview} />);
  const table = screen.getByRole('table', { name: 'Second part (follow_up)' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));
}

test('each part has a row for each arm that has it, and one for all', () => {
  const arm = (id: string) => ({ ...counts, arm: { id, label: `Arm ${id}`, group: null } });
  const all = ['3', '2', '1', '5', '4', '0'];
  expect(show([arm('a'), arm('b')])).toEqual([
    ['Arm a', ...all],
    ['Arm b', ...all],
    ['All arms', ...all],
  ]);
});

test('who was ended by the time limit or by failed checks is only counted if there is somebody', () => {
  const ended = { ...counts, timedOut: 7, failed: 0 };
  expect(show([], ended)).toEqual([['All arms', '3', '2', '1', '5', '4', '7', '0', '0']]);
});

test('who declined is only counted if there is somebody', () => {
  expect(show([], { ...counts, declined: 8 })).toEqual([
    ['All arms', '3', '2', '1', '5', '4', '8', '0'],
  ]);
});

test('while the arms would be revealed, there are no numbers and the reason', () => {
  expect(show([], null)).toEqual([[expect.stringContaining('Only some arms have this part.')]]);
});
