import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';
import { renderConsole } from '../../../../test/render-console';
import { Moderators } from './moderators';

const arms = [
  { id: 'a', label: 'Control' },
  { id: 'b', label: 'Cues' },
];
const missing = { value: null, low: null, high: null, why: 'Fewer than two participants.' };
const group = (label: string, contrast: object) => ({
  label,
  after: [{ n: 20 }, { n: 21 }],
  contrasts: [{ comparison: 'H1', arm: 1, against: 0, ...contrast }],
});
const age = {
  id: 'age',
  label: 'Age',
  meaning: 'Exploratory: by age.',
  groups: [group('18 to 34', { value: 0.25, low: -0.1, high: 0.6 }), group('35 or older', missing)],
  n: 41,
  f: 4.189,
  numeratorDf: 2,
  denominatorDf: 48,
  p: 0.021,
};

const show = (...moderators: object[]) =>
  renderConsole(<Moderators report={{ arms, moderators } as unknown as Report} />);

test('a moderator is shown with its test and the differences by group', () => {
  show(age);
  screen.getByRole('heading', { name: 'Exploratory moderators' });
  const table = screen.getByRole('group', { name: 'Age: interaction F(2, 48) = 4.19, p = 0.021' });
  within(table).getByText('+0.25');
  within(table).getByText('Fewer than two participants.');
  screen.getByText('Exploratory: by age.');
});

test('without moderators in the plan, there is no such part', () => {
  show();
  expect(screen.queryByRole('heading')).toBeNull();
});

test('a missing test has its reason', () => {
  show({ ...age, groups: [group('18 to 34', missing)], f: null, p: null, why: 'Too few data.' });
  screen.getByText('Age: Too few data.', { selector: 'h3' });
});
