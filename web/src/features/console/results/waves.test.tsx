import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';
import { measured } from '../../../../test/measured';
import { renderConsole } from '../../../../test/render-console';

import { LaterWaves } from './waves';

const arms = [
  { id: 'a', label: 'Control' },
  { id: 'b', label: 'Cue practice' },
];
const number = (value: number, n = 40) => ({ n, value, low: value - 0.2, high: value + 0.2 });
const pair = { comparison: 'H1', arm: 1, against: 0 };
const contrast = { ...pair, n: 80, value: 0.21, low: 0.02, high: 0.4, p: 0.031 };
const why = 'The interval of the first difference includes 0.';
const wave = {
  id: 'follow_up',
  title: 'Second part',
  after: 'main',
  items: 6,
  loss: {
    arms: [
      {
        ...{ arm: 0, completedBefore: 58, planned: 50, begun: 45, completed: 40, notCompleted: 10 },
        ...{ share: number(0.2), shareOfRandomised: number(0.3) },
      },
      {
        ...{ arm: 1, completedBefore: 57, planned: 50, begun: 31, completed: 30, notCompleted: 20 },
        ...{ share: number(0.4), shareOfRandomised: number(0.5) },
        difference: { n: 50, value: 0.2, low: 0.017, high: 0.367 },
      },
    ],
    share: number(0.3),
    chiSquare: 4.76,
    df: 1,
    p: 0.029,
    closes: '2026-12-20',
  },
  outcomes: [
    {
      id: 'd_prime',
      label: 'd′',
      unit: 'deviations',
      means: [number(0.5), number(0.7)],
      contrasts: [contrast],
    },
  ],
  retained: [
    {
      ...pair,
      first: number(0.4),
      later: number(0.21),
      share: { n: 80, value: 0.525, low: -0.051, high: 1.4 },
    },
  ],
};
const outcomes = [{ id: 'd_prime', label: 'd′', after: [number(0.5), number(0.9)] }];

const show = (waves?: object[], masked = false) => {
  measured();
  const report = { about: { masked }, arms, outcomes, waves };
  renderConsole(<LaterWaves report={report as unknown as Report} />);
};

const cells = (table: RegExp, row: RegExp) => {
  const found = within(screen.getByRole('table', { name: table })).getByRole('row', { name: row });
  return within(found)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
};

test('who came back by arm, with the test and the last day', () => {
  show([wave]);
  expect(cells(/^Who came back: Second part/, /^Cue practice/)).toEqual([
    '50',
    '31',
    '30',
    '20',
    '40.0% [20.0%, 60.0%]',
    '+20.0 [+1.7, +36.7]',
  ]);
  expect(cells(/^Of all randomised participants: Second part/, /^Cue practice/)).toEqual([
    '57',
    '50.0% [30.0%, 70.0%]',
  ]);
  screen.getByText(/chi-square 4\.76, df 1, p = 0\.029\. The part closes on 20 December 2026/);
});

test('means by part, differences, and what is retained of the first one', () => {
  show([wave]);
  const means = within(screen.getByRole('table', { name: /by part/ })).getAllByRole('row');
  expect(means[1]?.textContent).toBe('First part, afterd′Control400.50[0.30, 0.70]');
  expect(means[4]?.textContent).toBe('Second partd′Cue practice400.70[0.50, 0.90]');
  expect(cells(/^Differences between arms in later parts/, /^Cue practice − Control/)).toEqual([
    'Second part',
    'd′',
    '80',
    '+0.21',
    '[+0.02, +0.40]',
    '0.031',
  ]);
  expect(cells(/retained/, /^Cue practice − Control/).at(-1)).toBe('53% [−5%, 140%]');
});

test('a share that there is not has its reason', () => {
  show([{ ...wave, retained: [{ ...wave.retained[0], share: { n: 80, why } }] }]);
  expect(cells(/retained/, /^Cue practice − Control/).at(-1)).toBe(why);
});

test('a part without a hypothesis is exploratory, and one with a hypothesis says which', () => {
  show([wave, { ...wave, id: 'last', title: 'Third part', hypothesis: 'H7' }]);
  screen.getByText(/^“Second part” is exploratory.* H7: in “Third part”, d′ is higher/);
});

test('a blinded report does not deny the hypotheses that it leaves out', () => {
  show([{ ...wave, part: 'Clips alone' }], true);
  const note = screen.getByText(/shown after unblinding/);
  expect(note.textContent).not.toMatch(/exploratory|no hypothesis/);
  expect(note.textContent).toMatch(/compared with d′ over “Clips alone”/);
});

test('before the target, only who came back', () => {
  show([{ ...wave, outcomes: [], retained: [] }]);
  expect(screen.getAllByRole('table')).toHaveLength(2);
  expect(screen.queryByText(/Fieller/)).toBeNull();
});

test('a study with one part has no section', () => {
  show();
  expect(screen.queryByRole('heading')).toBeNull();
});
