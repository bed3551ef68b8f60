import { act, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DesignPart, StudyState } from '@/api/schema';
import { setLocale } from '@/lib/locale';

import { Design } from './design';

const arm = (id: string, label: string, steps: string[], weight = 1) => ({
  arm: { id, label, group: label },
  weight,
  levels: {},
  steps,
});
const main: DesignPart = {
  id: 'main',
  title: null,
  after: null,
  minutes: 10,
  opens: null,
  closes: null,
  steps: ['/pre-questionnaire', '/flow-a/start', '/end'],
  arms: [
    arm('a', 'Control', ['/pre-questionnaire', '/end'], 2),
    arm('b', 'Practice', ['/pre-questionnaire', '/flow-a/start', '/end']),
  ],
};
const study = (design: DesignPart[], blinded = false) =>
  ({ design, blinded }) as unknown as StudyState;

test('each arm has its steps in order, and its share if the shares differ', () => {
  render(<Design study={study([main])} />);
  const practice = screen.getByText('Practice').closest('li') as HTMLElement;
  const steps = within(practice).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual(['Pre-questionnaire', 'Flow A', 'End']);
  expect(screen.getByText('2 of 3 participants')).toBeTruthy();
});

test('a later part says when it opens and closes, and which arms are not in it', () => {
  const later: DesignPart = {
    ...main,
    id: 'month',
    title: 'Second part',
    after: 'main',
    opens: { days: 30, date: null },
    closes: { days: null, date: '2027-03-31' },
    arms: [arm('a', 'Control', []), arm('b', 'Practice', ['/end'])],
  };
  render(<Design study={study([main, later])} />);
  expect(screen.getByRole('heading', { name: 'Second part' })).toBeTruthy();
  expect(
    screen.getByText(/opens 30 days after “First part” · closes at the end of .*2027/),
  ).toBeTruthy();
  expect(screen.getByText('Not invited to this part')).toBeTruthy();
});

test('each part names the part from which its days count', () => {
  const days = (opens: number, closes: number) => ({
    opens: { days: opens, date: null },
    closes: { days: closes, date: null },
  });
  const after = 'main';
  const month = { ...main, id: 'month', title: 'Second part', after, ...days(30, 40) };
  const quarter = { ...main, id: 'quarter', title: 'Third part', after, ...days(90, 104) };
  const year = { ...main, id: 'year', title: 'Last part', after: 'month', ...days(335, 350) };
  render(<Design study={study([main, month, quarter, year])} />);
  screen.getByText(/opens 30 days after “First part” · closes 40 days after “First part”$/);
  screen.getByText(/opens 90 days after “First part” · closes 104 days after “First part”$/);
  screen.getByText(/opens 335 days after “Second part” · closes 350 days after “Second part”$/);
});

test.each([
  ['en', 'about 1 minute · opens 1 day after “First part” · closes 2 days after “First part”'],
  ['de', 'etwa 1 Minute · öffnet 1 Tag nach „Erster Teil“ · schließt 2 Tage nach „Erster Teil“'],
])('one minute and one day are singular: %s', async (locale, text) => {
  await setLocale(locale);
  const opens = { days: 1, date: null };
  const closes = { days: 2, date: null };
  const day = { ...main, id: 'day', title: 'Tomorrow', after: 'main', minutes: 1, opens, closes };
  render(<Design study={study([main, day])} />);
  screen.getByText(text);
  await act(() => setLocale('en'));
});

test('a blinded study has one line for all arms', () => {
  const blinded = { ...main, steps: ['/pre-questionnaire', '/group-part', '/end'], arms: [] };
  render(<Design study={study([blinded], true)} />);
  expect(screen.getByText('All arms')).toBeTruthy();
  expect(screen.getByText('Arm-specific part')).toBeTruthy();
  expect(screen.getByText(/While you are blinded/)).toBeTruthy();
});

test('the diagram of each part can be reached by keyboard, in case it scrolls', () => {
  render(<Design study={study([main])} />);
  const diagram = screen.getByRole('group', { name: 'Design: First part' });
  diagram.focus();
  expect(document.activeElement).toBe(diagram);
  expect(within(diagram).getByText('Practice')).toBeTruthy();
});

test('German step names longer than a column break at a syllable', async () => {
  await setLocale('de');
  const steps = ['/pre-questionnaire', '/home', '/control-flow', '/post-questionnaire'];
  render(<Design study={study([{ ...main, steps, arms: [arm('a', 'Kontrolle', steps)] }])} />);
  const names = screen.getAllByRole('listitem').flatMap((item) => item.textContent ?? []);
  const parts = names.slice(1).flatMap((name) => name.split(/[\s\u00AD-]/));
  expect(parts.filter((part) => part.length > 11)).toEqual([]);
  await act(() => setLocale('en'));
});
