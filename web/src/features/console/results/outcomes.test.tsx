import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';

import { seriesOf } from '../parts/arms';
import { OutcomeSection } from './outcomes';

const why = 'An arm of this comparison has fewer than two participants with the outcome.';
const arms = ['a', 'b', 'c'].map((id) => ({ id, label: `Arm ${id.toUpperCase()}`, group: null }));
const mean = {
  n: 0,
  value: null,
  low: null,
  high: null,
  deviation: null,
  why: 'No participant has a value.',
};
const pairs = [1, 2].map((arm) => ({
  comparison: `H${arm}`,
  arm,
  against: 0,
  n: 0,
  value: null,
  why,
}));
const outcome = { id: 'd', label: 'd\u2032', meaning: '', primary: true, unit: 'deviations' };

test('arms that cannot be compared have a reason where the drawing would be', () => {
  const numbers = { before: [], after: arms.map(() => mean), contrasts: pairs };
  const report = { arms, outcomes: [{ ...outcome, ...numbers }] } as unknown as Report;
  const element = <OutcomeSection report={report} series={seriesOf(report.arms)} />;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
  const said = screen
    .getAllByRole('figure')
    .map((figure) => figure.querySelector(':scope > p')?.textContent);
  expect(said).toEqual(['No participant has a value.', why]);
  for (const figure of screen.getAllByRole('figure')) {
    expect(within(figure).getByRole('button', { name: 'Show as table' })).toBeTruthy();
  }
});
