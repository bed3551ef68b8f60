import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';
import { renderConsole } from '../../../../test/render-console';

import { BaselineTable } from './baseline';
import { AboutTrial } from './trial';

const arms = [
  { id: 'a', label: 'Arm A' },
  { id: 'b', label: 'Arm B' },
];
const counts = (n: number, missing: number, people: number[]) => ({ n, missing, people });
const baseline = [
  {
    id: 'age',
    label: 'How old are you?',
    unit: null,
    answers: ['Young', 'Old'],
    arms: [counts(4, 1, [1, 3]), counts(0, 0, [0, 0])],
  },
  {
    id: 'd_prime',
    label: 'd′',
    unit: 'deviations',
    answers: [],
    arms: [
      { n: 5, missing: 0, mean: 0.5, deviation: 0.25, people: [] },
      { n: 1, missing: 0, mean: 1, deviation: null, people: [] },
    ],
  },
];

test('the baseline table has counts with shares, means with deviations, and what is missing', () => {
  renderConsole(<BaselineTable report={{ arms, baseline } as unknown as Report} />);
  const row = (name: string) =>
    within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(row('How old are you\\? .n')).toEqual(['4', '0']);
  expect(row('– Old')).toEqual(['3 (75.0%)', 'no value']);
  expect(row('– missing')).toEqual(['1', '0']);
  expect(row('d′ .mean')).toEqual(['0.50 (0.25)', '1.00 (no SD)']);
});

test('what is not stated about the trial says so', () => {
  const trial = {
    versions: [],
    funding: 'A grant.',
    harms: 'None expected.',
    firstRegistration: null,
    detectable: null,
  };
  const report = { about: { target: 300 }, flow: { randomised: 12 }, trial };
  renderConsole(<AboutTrial report={report as unknown as Report} />);
  screen.getByText('A grant.');
  screen.getByText('None expected.');
  expect(screen.getAllByText('Not stated')).toHaveLength(3);
  screen.getByText('of 300 planned slots');
});
