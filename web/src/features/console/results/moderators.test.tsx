import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Report } from '@/api/schema';
import { api } from '@/lib/api-client';
import { measured } from '../../../../test/measured';
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
  role: 'exploratory',
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
  screen.getByRole('heading', { name: 'Moderators' });
  const table = screen.getByRole('group', {
    name: 'Age (exploratory): interaction F(2, 48) = 4.19, p = 0.021, uncorrected',
  });
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
  screen.getByText('Age (exploratory): Too few data.', { selector: 'h3' });
});

const at = (label: string, value: number, difference: number) => ({
  label,
  value,
  contrasts: [
    { comparison: 'H1', arm: 1, against: 0, n: 41, value: difference, low: -0.1, high: 0.8 },
  ],
});
const skill = {
  ...age,
  id: 'skill',
  label: 'Skill',
  role: 'confirmatory',
  groups: [],
  continuous: {
    mean: 0.5,
    sd: 0.4,
    slopes: [
      { comparison: 'H1', arm: 1, against: 0, n: 41, value: 0.35, low: 0.1, high: 0.6, p: 0.012 },
    ],
    points: [at('Mean − 1 SD', 0.1, 0.11), at('Mean', 0.5, 0.25), at('Mean + 1 SD', 0.9, 0.39)],
  },
  p: 0.021,
  pHolm: 0.042,
  hypothesis: 'H8',
  verdict: 'supported',
  words: 'The differences depend on “Skill”.',
};

test('a number is shown with its predicted differences, and a confirmatory one with its verdict', async () => {
  measured(617);
  const call = vi.spyOn(api, 'get').mockResolvedValue({ svg: null });
  show(skill);
  expect(JSON.stringify(call.mock.calls)).toContain('"moderator":"skill"');
  await userEvent.click(screen.getByRole('button', { name: /table/i }));
  screen.getByRole('figure', {
    name: 'Skill (confirmatory): interaction F(2, 48) = 4.19, p = 0.021, p = 0.042 after Holm',
  });
  screen.getByText('Supported');
  screen.getByText('H8');
  const slopes = screen.getByRole('group', {
    name: 'Change of the difference in d′ for each unit',
  });
  within(slopes).getByText('+0.35');
  within(slopes).getByRole('columnheader', { name: 'p, uncorrected' });
  screen.getByText('Mean + 1 SD');
  screen.getByText('+0.39');
});

test('an exploratory moderator has no verdict', () => {
  measured(617);
  vi.spyOn(api, 'get').mockResolvedValue({ svg: null });
  show({
    ...skill,
    role: 'exploratory',
    pHolm: null,
    hypothesis: null,
    verdict: null,
    words: null,
  });
  expect(screen.queryByText('Supported')).toBeNull();
  screen.getByRole('figure', { name: /\(exploratory\): .*, uncorrected$/ });
});
