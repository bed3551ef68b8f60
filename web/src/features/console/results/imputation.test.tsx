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

test('without missing outcomes, there is no section', () => {
  show({ imputations: 0 });
  expect(screen.queryByRole('heading')).toBeNull();
});
