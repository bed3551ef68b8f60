import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';
import { renderConsole } from '../../../../test/render-console';

import { Dropouts } from './dropouts';

const arms = [
  { id: 'a', label: 'Arm A' },
  { id: 'b', label: 'Arm B' },
];
const counts = (n: number, missing: number, people: number[]) => ({ n, missing, people });
const dropouts = [
  {
    id: 'age',
    label: 'How old are you?',
    unit: null,
    answers: ['Young', 'Old'],
    arms: [
      { with: counts(4, 0, [1, 3]), without: counts(2, 1, [2, 0]), differences: [1.73, -2.4] },
      { with: counts(5, 0, [5, 0]), without: counts(0, 0, [0, 0]), differences: [null, null] },
    ],
  },
];

test('each arm has a table of those with and those without the outcome, if any has dropouts', () => {
  renderConsole(<Dropouts report={{ arms, dropouts } as unknown as Report} />);
  const [first, ...others] = screen.getAllByRole('table');
  expect(others).toHaveLength(1);
  const row = (name: string) =>
    within(within(first as HTMLElement).getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(row('How old are you\\? .n')).toEqual(['4', '2', 'no value']);
  expect(row('– Young')).toEqual(['1 (25.0%)', '2 (100.0%)', '1.73']);
  expect(row('– missing')).toEqual(['0', '1', 'no value']);
});

test('without dropouts, there is no section', () => {
  renderConsole(<Dropouts report={{ arms, dropouts: [] } as unknown as Report} />);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('heading')).toBeNull();
});
