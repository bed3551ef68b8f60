import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';
import { measured } from '../../../../test/measured';
import { renderConsole } from '../../../../test/render-console';

import { Factors } from './factors';

const number = (value: number, n = 40) => ({ n, value, low: value - 0.2, high: value + 0.2 });
const why =
  'Fewer than two participants with the outcome have the levels label: shown, load: high.';
const level = (id: string, label: string, value: number) => ({
  id,
  label,
  mean: number(value, 80),
});
const contrast = (levels: number[], value: number) => ({
  ...{ levels, n: 160, value, low: value - 0.3, high: value + 0.3 },
  ...{ standardError: 0.1518, t: value / 0.1518, df: 155, p: 0.031 },
});
const tested = { f: 4.71, numeratorDf: 1, denominatorDf: 155, p: 0.031 };
const factors = {
  n: 160,
  factors: [
    { id: 'label', levels: [level('none', 'No label', 0.5), level('shown', 'Label', 0.8)] },
    { id: 'load', levels: [level('low', 'Low', 0.7), level('high', 'High', 0.6)] },
  ],
  cells: [0, 1, 2, 3].map((arm) => ({
    arm,
    levels: [arm >> 1, arm & 1],
    mean: number(0.5 + arm / 10),
  })),
  effects: [
    { factors: [0], contrasts: [contrast([1], 0.33)], ...tested },
    { factors: [1], contrasts: [contrast([1], -0.1)], ...tested },
    { factors: [0, 1], contrasts: [{ levels: [1, 1], n: 160, why }], why },
  ],
};

const show = (of?: object) => {
  measured();
  renderConsole(<Factors report={{ arms: [], factors: of } as unknown as Report} />);
};

const cells = (table: RegExp, row: RegExp) => {
  const found = within(screen.getByRole('table', { name: table })).getByRole('row', { name: row });
  return within(found)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
};

test('cells and levels have their means', () => {
  show(factors);
  const rows = within(screen.getByRole('table', { name: /cell/ })).getAllByRole('row');
  expect(rows[4]?.textContent).toBe('LabelHigh400.80[0.60, 1.00]');
  expect(cells(/each level/, /High/)).toEqual(['High', '80', '0.60', '[0.40, 0.80]']);
});

test('main effects and interactions, with the reason of what can not be computed', () => {
  show(factors);
  const effects = /^Main effects/;
  expect(cells(effects, /^Label − No label/)).toEqual([
    ...['label', '+0.33', '[+0.03, +0.63]', '0.152', '2.17', '155', '0.031'],
  ]);
  const interaction = cells(effects, /^\(Label − No label\) × \(High − Low\)/);
  expect(interaction.slice(0, 2)).toEqual(['label × load', why]);
  expect(cells(/^Test of each effect/, /^load/)).toEqual(['4.71', '1, 155', '0.031']);
  expect(cells(/^Test of each effect/, /^label × load/)[0]).toBe(why);
});

test('without a model, the reason alone', () => {
  show({ ...factors, n: 0, cells: [], effects: [], why: 'There are too few participants.' });
  screen.getByText(/There are too few participants\.$/);
  expect(screen.queryByRole('table')).toBeNull();
});

test('a study without factors has no section', () => {
  show();
  expect(screen.queryByRole('heading')).toBeNull();
});
