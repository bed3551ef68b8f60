import { cleanup, render, screen, within } from '@testing-library/react';
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
const show = (masked: boolean, ...more: object[]) =>
  render(
    <Hypotheses
      report={{ about: { masked }, outcomes: [], hypotheses: [row, ...more] } as unknown as Report}
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
  // When rows are stacked on a phone, some browsers drop the table semantics.
  expect(first?.closest('table')?.getAttribute('role')).toBe('table');
});

test('a hypothesis with a margin shows it with its p value, next to those without', () => {
  show(false);
  expect(screen.queryByRole('columnheader', { name: 'Margin' })).toBeNull();
  cleanup();
  show(false, { ...row, id: 'H7', kind: 'equivalence', margin: 0.2, pMargin: 0.012 });
  const [head, first, second] = screen.getAllByRole('row').map((one) => one.textContent);
  expect(head).toMatch(/Margin$/);
  expect(first).toMatch(/0\.010none planned$/);
  expect(second).toMatch(/0\.0100\.20p 0\.012$/);
});

test('hypotheses about factors follow those about arms, with their corrected p value', () => {
  const about = {
    ...{ id: 'H4', factors: [0, 1], references: [0, 1], verdict: 'opposite' },
    ...{ statement: 'The label helps more without load.', words: 'It helps less.', pHolm: 0.024 },
    contrast: { levels: [1, 0], n: 80, value: -0.48, low: -0.9, high: -0.06, p: 0.012 },
  };
  const report = { about: {}, outcomes: [], hypotheses: [row], factors: { hypotheses: [about] } };
  render(<Hypotheses report={report as unknown as Report} />);
  const [, , last] = screen.getAllByRole('row').map((one) => one.textContent);
  expect(last).toMatch(/^H4.*The label helps more without load\.It helps less\./);
  expect(last).toMatch(/−0\.48\[−0\.90, −0\.06\]0\.024$/);
});
