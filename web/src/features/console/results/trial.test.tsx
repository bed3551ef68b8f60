import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';
import { measured } from '../../../../test/measured';
import { renderConsole } from '../../../../test/render-console';

import { AboutTrial } from './trial';

const deviation = {
  name: 'margin of false alarms',
  key: 'analysis.false_alarms.margin',
  planned: '0.05',
  later: '0.1',
  version: 'later',
  activated: '2026-12-01',
  registeredBefore: 40,
};
const plan = {
  hash: 'abcdef',
  version: 'first',
  summary: 'One point differs.',
  deviations: [deviation],
};

const show = (trial: object) => {
  measured();
  const report = { about: {}, flow: { randomised: 0 }, trial: { versions: [], ...trial } };
  renderConsole(<AboutTrial report={report as unknown as Report} />);
};

test('each deviation from the plan has its values, its day and its number of participants', () => {
  show({ plan });
  screen.getByText('One point differs.');
  screen.getByText('abcdef');
  const table = screen.getByRole('table', { name: 'Deviations from the plan' });
  const row = within(table).getByRole('row', { name: /^margin of false alarms/ });
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual(['0.05', '0.1', expect.stringContaining('2026'), '40']);
});

test('without a deviation there is only the summary, and before the first participant nothing', () => {
  show({ plan: { ...plan, summary: 'No later version differs.', deviations: [] } });
  screen.getByText('No later version differs.');
  expect(screen.queryByRole('table', { name: 'Deviations from the plan' })).toBeNull();
});

test('a change while participants took part has its day and its reason', () => {
  const table = () => screen.queryByRole('table', { name: 'Changes while participants took part' });
  show({});
  expect(table()).toBeNull();
  cleanup();
  const reason = 'An exercise showed the wrong clip';
  show({ activations: [{ version: 'abcdef0123456789', activated: '2026-12-01', reason }] });
  const [, row] = within(table() as HTMLElement).getAllByRole('row');
  expect(row?.textContent).toMatch(/2026.*abcdef012345An exercise showed the wrong clip$/);
});
