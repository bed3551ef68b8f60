import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';
import { measured } from '../../../../test/measured';
import { renderConsole } from '../../../../test/render-console';

import { Imputation } from './imputation';

const arms = [
  { id: 'a', label: 'Control' },
  { id: 'b', label: 'Cue practice' },
];
const pair = { comparison: 'H1', arm: 1, against: 0 };
const contrast = { ...pair, n: 90, value: 0.31, low: 0.1, high: 0.52, p: 0.004, pHolm: 0.008 };
const tipping = { ...pair, down: -1.2, up: null, points: [] };
const imputation = {
  imputations: 100,
  imputed: [3, 9],
  contrasts: [contrast],
  missingInformation: [0.21],
  tipping: [tipping],
  margins: [],
  marginTipping: [],
};

const show = (changed: object) => {
  measured();
  renderConsole(
    <Imputation
      report={{ arms, imputation: { ...imputation, ...changed } } as unknown as Report}
    />,
  );
};

test('pooled differences have their share of missing information, and the shift that changes them', () => {
  show({});
  const row = within(screen.getByRole('row', { name: /^Cue practice/ }));
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toContain('21.0%');
  screen.getByRole('table', { name: /100 imputations \(imputed: Control 3, Cue practice 9\)/ });
  screen.getByText(/^H1: .*“Cue practice”.* lower by 1\.2/);
});

test('a decision that no shift changes is named', () => {
  show({ tipping: [{ ...tipping, down: null }] });
  screen.getByText(/^H1: .*no shift/);
});

test('a comparison with a margin has p against it, the interval that decides, and its own shifts', () => {
  const own = { comparison: 'H7', arm: 1, against: 0, kind: 'equivalence' };
  const interval = { level: 0.9, low: -0.14, high: 0.18 };
  show({
    contrasts: [contrast, { ...contrast, ...own, value: 0.02, pHolm: null }],
    missingInformation: [0.21, 0.2],
    margins: [{ comparison: 'H7', kind: 'equivalence', margin: 0.2, p: 0.031, interval }],
    marginTipping: [{ ...own, down: -0.4, up: 0.3, points: [] }],
  });
  const cells = screen.getAllByRole('row').map((row) => row.textContent ?? '');
  expect(cells.some((text) => text.includes('0.031') && text.includes('90%'))).toBe(true);
  screen.getByText(/^H7: .*lower by 0\.4 or higher by 0\.3/);
});

test('without missing outcomes, there is no section', () => {
  show({ imputations: 0 });
  expect(screen.queryByRole('heading')).toBeNull();
});
