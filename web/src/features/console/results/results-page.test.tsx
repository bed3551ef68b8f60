import { cleanup, screen, within } from '@testing-library/react';
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
  imputation: { imputations: 0 },
  compliance: { arms: [], effects: [] },
  trial: { versions: [] },
  moderators: [
    {
      id: 'age',
      label: 'Age',
      meaning: '',
      role: 'exploratory',
      groups: [],
      n: 0,
      why: 'Too few data.',
    },
  ],
  specifications: [
    { comparison: 'H1', arm: 1, against: 0, decisions: [], specifications: [], summary: '' },
  ],
  itemResponse: [{ phase: 'after', items: [], why: 'Too few participants.' }],
};
const lists = [
  'baseline',
  'cautions',
  'hypotheses',
  'curves',
  'items',
  'populations',
  'bounds',
  'dropouts',
  'scales',
];

/** What of the page compares arms. */
const COMPARISONS = [
  /^One pair differs/,
  /^Hypotheses/,
  /^Outcomes/,
  /differences between/,
  /^Difference in d/,
  /had done worst/,
  /^Moderators/,
  /^Item response/,
  /^Specification curves/,
];

const interim = {
  kind: 'interim',
  n: 350,
  randomised: 412,
  target: 732,
  outcomeSd: 0.634,
};
const withheld = {
  headline: 'Comparisons between arms are withheld.',
  outcomes: [],
  moderators: [],
  specifications: [],
  itemResponse: [],
};

async function show(stage: object, looks: object[] = [], more: object = {}) {
  measured();
  const empty = Object.fromEntries([...lists, 'times', 'flags'].map((list) => [list, []]));
  const all = { ...empty, ...report, about: { masked: true }, stage, ...more };
  const replies: Record<string, unknown> = {
    '/api/admin/unblinding': { unblinded: false, everybody: false, unblindings: [] },
    '/api/admin/results': { report: all, looks },
  };
  vi.spyOn(api, 'get').mockImplementation(async (path) => (replies[path] ?? {}) as never);
  cleanup();
  client.clear();
  renderConsole(<ResultsPage />);
  await screen.findByRole('heading', { name: 'Result' });
}

const shown = () =>
  COMPARISONS.filter((text) => screen.queryAllByText(text, { ignore: 'caption' }).length > 0);

test('before the target, comparisons are withheld, and showing them needs a reason', async () => {
  await show(interim, [], withheld);
  await screen.findByText('Comparisons between arms are withheld.');
  expect(shown()).toEqual([]);
  screen.getByText(/^Participants with the primary outcome: 350\. .* together: 0\.63\.$/);
  const post = vi.spyOn(api, 'post').mockResolvedValue({ until: '' } as never);
  await userEvent.click(screen.getByRole('button', { name: 'Show before the target' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Show before the target' }));
  expect(post).not.toHaveBeenCalled();
  await userEvent.type(dialog.getByLabelText('Reason'), 'The committee meets');
  await userEvent.click(dialog.getByRole('button', { name: 'Show before the target' }));
  const body = { reason: 'The committee meets' };
  await vi.waitFor(() => expect(post).toHaveBeenCalledWith('/api/admin/results/early', { body }));
});

test.each(['unrestricted', 'early', 'final'])('comparisons are shown: %s', async (kind) => {
  await show({ ...interim, kind, outcomeSd: null });
  expect(shown()).toEqual(COMPARISONS);
  expect(screen.queryByRole('button', { name: 'Show before the target' })).toBeNull();
});

test('the looks at outcomes by arm are listed', async () => {
  await show({ ...interim, kind: 'final' }, [
    { at: '2026-11-02T10:00:00Z', n: 120, stage: 'early' },
    { at: '2026-12-02T10:00:00Z', n: 620, stage: 'final' },
  ]);
  const table = within(screen.getByRole('table', { name: 'Looks at outcomes by arm' }));
  const cells = table.getAllByRole('row').map((row) => row.textContent);
  expect(cells[1]).toContain('120before the target');
  expect(cells[2]).toContain('620final');
});

const looks = {
  spending: 'obrien_fleming',
  plannedN: 622,
  planned: [{ share: 0.5, n: 311 }],
  looks: [
    {
      n: 320,
      share: 0.514,
      last: false,
      spent: 0.0034,
      bounds: [],
      tests: [
        { hypothesis: 'H1', z: 3.5, p: 0.0005, bound: { z: 3.2952, p: 0.001 }, crossed: true },
        { hypothesis: 'H2', z: 1, p: 0.3173, bound: { z: 2.9186, p: 0.0035 }, crossed: false },
      ],
    },
  ],
};

test('a planned look shows its tests and no other comparison', async () => {
  await show({ ...interim, kind: 'planned_look' }, [], { ...withheld, sequential: looks });
  expect(shown()).toEqual([]);
  const name = 'Planned looks at the primary hypotheses';
  const rows = within(screen.getByRole('table', { name })).getAllByRole('row');
  const cells = rows.map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map((one) => one.textContent),
  );
  expect(cells[1]).toEqual(
    expect.arrayContaining([
      '320 (51%)',
      'H1',
      '3.50',
      '3.2952',
      '0.0005',
      '0.0010',
      'bound crossed',
    ]),
  );
  expect(cells[2]).toContain('not crossed');
  screen.getByText(/^Planned from these numbers .* on: 311 \(50%\)\. About 622 are planned/);
});

test('before the first look, its number is shown', async () => {
  await show(interim, [], { ...withheld, sequential: { ...looks, looks: [] } });
  screen.getByText('None was taken so far.');
});
