import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';

import { Hypotheses } from './hypotheses';

const row = {
  id: 'H1',
  statement: 'Training helps.',
  verdict: 'supported',
  words: 'It did.',
  outcome: 'd',
  contrast: { value: 0.5, low: 0.1, high: 0.9, p: 0.01 },
};
const show = (masked: boolean) =>
  render(
    <Hypotheses
      report={{ about: { masked }, outcomes: [], hypotheses: [row] } as unknown as Report}
    />,
  );

test('blinded pairs are not called the plan’s hypotheses', () => {
  show(true);
  expect(screen.queryByText(/From the study’s plan/)).toBeNull();
  expect(screen.getByText(/all pairs of arms are compared/)).toBeDefined();
});

test('each hypothesis has its verdict next to it, visually and for screen readers', () => {
  show(false);
  expect(screen.getByText(/From the study’s plan/)).toBeDefined();
  const [, first] = screen.getAllByRole('row');
  const name = within(first as HTMLElement).getByRole('rowheader', { name: 'H1' });
  expect(name.nextElementSibling?.textContent).toBe('Supported');
  // Stacked on a phone, some browsers would take it for no table any more.
  expect(first?.closest('table')?.getAttribute('role')).toBe('table');
});
