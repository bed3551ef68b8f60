import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BonusOverview, RecruiterComparison } from '@/api/schema';
import * as calls from '@/lib/api-client';
import * as files from '@/lib/save-file';
import { renderConsole } from '../../../../test/render-console';
import RecruiterPage from './recruiter-page';

const compared: RecruiterComparison = {
  state: 'compared',
  nextAt: '2026-11-21T02:00:00.000Z',
  comparedAt: '2026-11-20T10:00:00.000Z',
  failedAt: null,
  failure: null,
  parts: [
    {
      wave: 'main',
      title: null,
      submissions: 6,
      unknown: { PAUSED: 1 },
      findings: [
        { finding: 'unknown_here', count: 1 },
        { finding: 'ended_there_only', count: 2 },
      ],
    },
    { wave: 'follow_up', title: 'Second part', submissions: 0, unknown: {}, findings: [] },
  ],
  groups: [{ wave: 'follow_up', title: 'Second part', added: 1, removed: 2, members: 7 }],
  cases: [
    { participant: 'K7QM-2RXD', wave: 'main', finding: 'ended_there_only', status: 'RETURNED' },
  ],
};

const bonus: BonusOverview = {
  rule: {
    currency: 'GBP',
    after: null,
    amounts: [{ block: 'post', score: 'knowledge', amount: '0.10', atMost: '0.50' }],
    atMost: '2.00',
    revealsArms: false,
  },
  next: {
    people: [
      { participant: 'K7QM-2RXD', amount: '0.30' },
      { participant: 'X2PL-9WQA', amount: '0.20' },
    ],
    cents: 50,
    total: '0.50',
    before: 3,
    nothing: 0,
    unusable: 0,
  },
  runs: [{ number: 1, at: '2026-11-19T10:00:00.000Z', people: 3, total: '1.20', currency: 'GBP' }],
};

function show(comparison: Partial<RecruiterComparison> = {}, own: Partial<BonusOverview> = {}) {
  vi.spyOn(calls.api, 'get').mockImplementation(((path: string) =>
    Promise.resolve(
      path.endsWith('bonus') ? { ...bonus, ...own } : { ...compared, ...comparison },
    )) as never);
  return renderConsole(<RecruiterPage />);
}

beforeEach(() => {
  vi.restoreAllMocks();
});

test('the last comparison has counts, cases by participant, and groups', async () => {
  show();
  const cases = within(await screen.findByRole('table', { name: 'Cases by participant' }));
  const link = cases.getByRole('link', { name: 'K7QM-2RXD' });
  expect(link.getAttribute('href')).toBe('/admin/participants/K7QM-2RXD');
  expect(screen.getByText(/status PAUSED, which this version does not know: 1/)).toBeTruthy();
  expect(screen.getByRole('rowheader', { name: /never registered here/ })).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Participant groups at Prolific' })).toBeTruthy();
});

test('a comparison can be asked for', async () => {
  const post = vi.spyOn(calls.api, 'post').mockResolvedValue(undefined as never);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Compare now' }));
  expect(post).toHaveBeenCalledWith('/api/admin/recruiter/comparison', {});
});

test('a comparison that is running is not asked for', async () => {
  const post = vi.spyOn(calls.api, 'post').mockResolvedValue(undefined as never);
  show({ state: 'running' });
  await userEvent.click(await screen.findByRole('button', { name: 'Comparing…' }));
  expect(post).not.toHaveBeenCalled();
});

test('a failure says why and about what', async () => {
  const failure = { kind: 'unauthorised', study: '65f0', group: null, status: 401 } as const;
  show({ state: 'failed', failure, failedAt: '2026-11-20T11:00:00.000Z' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Prolific rejects the token.');
  expect(alert.textContent).toContain('Study at Prolific: 65f0. HTTP status: 401.');
  expect(screen.getByRole('table', { name: 'Cases by participant' })).toBeTruthy();
});

test.each([
  ['not_in_study', /names no study at Prolific/],
  ['no_token', /has no token/],
  ['ended', /are deleted/],
] as const)('a study in state %s says what is missing', async (state, text) => {
  show({ state, comparedAt: null, parts: [], groups: [], cases: [] }, { rule: null, next: null });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Compare now' })).toBeNull();
});

test('bonuses are listed after a confirmation, for what was shown', async () => {
  const request = vi.spyOn(calls, 'request').mockImplementation(
    async () =>
      new Response('5f3,0.30\n', {
        headers: { 'content-disposition': 'attachment; filename="bonus-2.csv"' },
      }),
  );
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'List and download' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('0.50 GBP for 2 people')).toBeTruthy();
  expect(request).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole('button', { name: 'List and download' }));
  await vi.waitFor(() => expect(save).toHaveBeenCalled());
  expect(request.mock.calls[0]?.slice(0, 3)).toEqual([
    'post',
    '/api/admin/bonus/runs',
    { people: 2, cents: 50 },
  ]);
  expect(save.mock.calls[0]?.[0]).toBe('bonus-2.csv');
});

test('amounts that reveal arms are withheld', async () => {
  show({}, { next: null });
  expect(await screen.findByText(/would show who is in which arm/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'List and download' })).toBeNull();
});
