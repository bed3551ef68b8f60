import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';
import { renderConsole } from '../../../../test/render-console';
import { ItemResponse } from './item-response';

const arms = [
  { id: 'a', label: 'Control' },
  { id: 'b', label: 'Cues' },
];
const number = (value: number) => ({ n: 40, value, low: value - 0.2, high: value + 0.2 });
const after = {
  phase: 'after',
  people: 40,
  answers: 800,
  why: null,
  personSensitivitySd: 0.41,
  personCriterionSd: 0.26,
  itemSensitivitySd: 0.5,
  itemCriterionSd: 0.3,
  itemArmSd: 0.12,
  error: 0.58,
  reliability: 0.33,
  items: [
    {
      id: 'c1',
      sensitivity: number(0.91),
      criterion: number(-0.35),
      information: 0.151,
      arms: [number(0.05), number(-0.44)],
    },
  ],
};
const items = [{ id: 'c1', phase: 'after', title: 'A clip' }];

const show = (...itemResponse: object[]) =>
  renderConsole(<ItemResponse report={{ arms, items, itemResponse } as unknown as Report} />);

test('items have their parameters, and what each arm has above or below', () => {
  show(after);
  const table = screen.getByRole('group', { name: 'Items after the training' });
  within(table).getByText('A clip');
  within(table).getByText('0.91 [0.71, 1.11]');
  within(table).getByText('−0.35 [−0.55, −0.15]');
  within(table).getByText('0.151');
  within(table).getByText('−0.44 [−0.64, −0.24]');
  within(table).getByRole('columnheader', { name: 'Cues: d′ above or below' });
  screen.getByText(/reliability 0\.33/);
});

test('a test without a model has its reason', () => {
  show({ ...after, items: [], why: 'The model needs at least 30 participants and 4 items.' });
  screen.getByText('The model needs at least 30 participants and 4 items.');
  expect(screen.queryByText(/reliability/)).toBeNull();
});

test('before the target, there is no such part', () => {
  show();
  expect(screen.queryByRole('heading')).toBeNull();
});
