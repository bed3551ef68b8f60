import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';
import { measured } from '../../../../test/measured';
import { renderConsole } from '../../../../test/render-console';

import { Specifications } from './specifications';

const arms = [
  { id: 'a', label: 'Control' },
  { id: 'b', label: 'Cues' },
];
const decisions = [
  { id: 'outcome', label: 'Outcome', options: [{ id: 'd_prime', label: 'd′' }] },
  { id: 'correction', label: 'Correction', options: [{ id: 'replaced', label: '1/(2N)' }] },
];
const specification = (value: number | null, choices: (string | null)[], more: object = {}) => ({
  choices,
  planned: false,
  unit: 'deviations',
  n: 40,
  value,
  low: value === null ? null : value - 0.2,
  high: value === null ? null : value + 0.2,
  standardised: value === null ? null : { value, low: value - 0.3, high: value + 0.3 },
  ...more,
});
const curve = {
  comparison: 'H1',
  arm: 1,
  against: 0,
  outcome: 'd_prime',
  decisions,
  summary: '3 specifications: the median effect is g = 0.30.',
  specifications: [
    specification(0.5, ['d_prime', 'replaced'], { planned: true }),
    specification(0.1, ['d_prime', null]),
    specification(null, ['d_prime', 'other'], { why: 'An arm is too small.' }),
  ],
};

const show = (...specifications: object[]) => {
  measured();
  renderConsole(<Specifications report={{ arms, specifications } as unknown as Report} />);
};

test('specifications ascend by their effect, and the planned one is named', async () => {
  show(curve);
  screen.getByText(/^3 specifications/);
  await userEvent.click(screen.getByRole('button', { name: /table/i }));
  const table = within(screen.getByRole('table', { name: 'H1: Cues \u2212 Control' }));
  const heads = table.getAllByRole('rowheader').map((cell) => cell.textContent);
  expect(heads).toEqual(['1', '2 (planned)', '3']);
  const [, first, planned, last] = table.getAllByRole('row');
  expect(first?.textContent).toContain('+0.10');
  within(first as HTMLElement).getByText('none needed');
  expect(planned?.textContent).toContain('1/(2N)');
  expect(planned?.textContent).toContain('[+0.20, +0.80]');
  expect(last?.textContent).toContain('An arm is too small.');
});

test('a comparison without another name is named once', async () => {
  show({ ...curve, comparison: 'Cues \u2212 Control' });
  await userEvent.click(screen.getByRole('button', { name: /table/i }));
  screen.getByRole('table', { name: 'Cues \u2212 Control' });
});

test('a report without comparisons has no such part', () => {
  show();
  expect(screen.queryByRole('heading')).toBeNull();
});
