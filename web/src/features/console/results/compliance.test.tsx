import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';
import { measured } from '../../../../test/measured';
import { renderConsole } from '../../../../test/render-console';

import { Compliance } from './compliance';

const names = [
  { id: 'a', label: 'Control' },
  { id: 'b', label: 'Cue practice' },
];
const arm = { arm: 1, randomised: 60, compliers: 45, analysed: 50, analysedCompliers: 44 };
const contrast = { comparison: 'H1', arm: 1, against: 0, n: 90, value: 0.31, low: 0.1, high: 0.52 };
const effect = { dose: 'share', contrast, firstStage: 0.9, firstStageF: 812.3, words: '' };
const weak = { ...effect, dose: 'complier', firstStageF: 4.2, words: 'The first stage is weak.' };

const show = (compliance: object) => {
  measured();
  renderConsole(<Compliance report={{ arms: names, compliance } as unknown as Report} />);
};

test('compliers by arm, and the effect of the training with its first stage', () => {
  const arms = [{ ...arm, meanDose: 0.93 }];
  show({ threshold: 0.75, arms, effects: [effect, weak] });
  const row = within(screen.getByRole('row', { name: /^Cue practice/ }));
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toContain('45 (75.0%)');
  screen.getByRole('table', { name: /at least 75%/ });
  screen.getByRole('cell', { name: '90.0%, F = 812.3' });
  screen.getByText('H1, Compliers: The first stage is weak.');
});

test('without training, there is no section', () => {
  show({ threshold: null, arms: [], effects: [] });
  expect(screen.queryByRole('heading')).toBeNull();
});
