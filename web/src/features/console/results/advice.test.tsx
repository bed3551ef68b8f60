import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';
import { renderConsole } from '../../../../test/render-console';
import { Advice } from './advice';

const number = (value: number) => ({ value, low: value - 0.1, high: value + 0.1, n: 10 });

test('both answers, and the advice that was adopted', () => {
  const measure = { id: 'accuracy', label: 'Accuracy', unit: 'share' };
  const arm = {
    arm: 0,
    answers: 80,
    disagreed: 24,
    measures: [{ ...measure, initial: number(0.5), final: number(0.75), change: number(0.25) }],
    switched: number(0.3),
    toCorrect: number(0.28),
    fromCorrect: number(0.13),
    adopted: number(0.6),
    adoptedRight: number(0.7),
    adoptedWrong: { value: null, why: 'The advice was never wrong.' },
  };
  const advice = [{ wave: 'main', phase: 'after', items: 8, arms: [arm] }];
  renderConsole(<Advice report={{ arms: [{ label: 'Advised' }], advice } as unknown as Report} />);
  const cells = (name: string) => {
    const table = within(screen.getByRole('table', { name }));
    return table.getAllByRole('cell').map((cell) => cell.textContent);
  };
  expect(cells('Before and after advice')).toEqual([
    'After the training',
    'Accuracy',
    '10',
    '50.0% [40.0%, 60.0%]',
    '75.0% [65.0%, 85.0%]',
    '+25.0 [+15.0, +35.0]',
  ]);
  const percentages = ['30.0% [20.0%, 40.0%]', '28.0% [18.0%, 38.0%]', '13.0% [3.0%, 23.0%]'];
  expect(cells('Answers that change')).toEqual(['After the training', '10', '80', ...percentages]);
  expect(cells('Advice that names another answer than the initial one')).toEqual([
    'After the training',
    '10',
    '24',
    '60.0% [50.0%, 70.0%]',
    '70.0% [60.0%, 80.0%]',
    'The advice was never wrong.',
  ]);
  screen.getByRole('columnheader', { name: /^Change \(shares: percentage points\)$/ });
});

test('without advice, there is no section', () => {
  renderConsole(<Advice report={{ arms: [] } as unknown as Report} />);
  expect(screen.queryByRole('heading')).toBeNull();
});
