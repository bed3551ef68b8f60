import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { measured } from '../../../../test/measured';
import { renderConsole } from '../../../../test/render-console';
import { client } from '../data/query';
import ResultsPage from './results-page';

const d = { id: 'd', label: 'd\u2032', meaning: '', primary: true, unit: 'deviations' };
const report = {
  headline: 'One pair differs.',
  arms: [],
  outcomes: [{ ...d, before: [], after: [], contrasts: [] }],
  loss: { arms: [] },
  flow: { randomised: 0 },
  trial: { versions: [] },
  moderators: [{ id: 'age', label: 'Age', meaning: '', groups: [], n: 0, why: 'Too few data.' }],
};
const lists = [
  'baseline',
  'cautions',
  'hypotheses',
  'curves',
  'items',
  'populations',
  'bounds',
  'scales',
];

/** What of the page compares arms. */
const COMPARISONS = [
  /^One pair differs/,
  /^Hypotheses/,
  /differences between/,
  /^Difference in d/,
  /had done worst/,
  /^Exploratory moderators/,
];

async function show(blinded: boolean, study: object) {
  measured();
  const empty = Object.fromEntries([...lists, 'times', 'flags'].map((list) => [list, []]));
  const replies: Record<string, unknown> = {
    '/api/admin/study': { quota: null, target: null, ...study },
    '/api/admin/unblinding': { unblinded: !blinded },
    '/api/admin/results': { report: { ...empty, ...report, about: { masked: blinded } } },
  };
  vi.spyOn(api, 'get').mockImplementation(async (path) => (replies[path] ?? {}) as never);
  cleanup();
  client.clear();
  renderConsole(<ResultsPage />);
  await screen.findByRole('heading', { name: 'Outcomes' });
}

const shown = () =>
  COMPARISONS.filter((text) => screen.queryAllByText(text, { ignore: 'caption' }).length > 0);

test('below the target, a blinded study hides comparisons until they are asked for', async () => {
  await show(true, { target: 636, allocated: 23 });
  await screen.findByText(/^23 of 636 planned slots/);
  expect(shown()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Show comparisons' }));
  expect(shown()).toEqual(COMPARISONS);
  const hide = screen.getByRole('button', { name: 'Hide comparisons', expanded: true });
  await userEvent.click(hide);
  expect(shown()).toEqual([]);
});

test.each([
  ['at the target', true, { target: 636, allocated: 636 }],
  ['at the quota below it', true, { target: 636, quota: 20, allocated: 20 }],
  ['without a target', true, { allocated: 23 }],
  ['once the study is unblinded', false, { target: 636, allocated: 23 }],
])('comparisons are shown %s', async (_when, blinded, study) => {
  await show(blinded, study);
  await vi.waitFor(() => expect(shown()).toEqual(COMPARISONS));
  expect(screen.queryByRole('button', { name: /comparisons/ })).toBeNull();
});
