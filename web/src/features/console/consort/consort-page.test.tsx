import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ConsortArm } from '@/api/schema';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
import ConsortPage from './consort-page';

const arm: ConsortArm = {
  arm: { id: 'a', label: 'Arm A', group: null },
  allocated: 53,
  exposed: 50,
  completed: 48,
  underWay: 1,
  timedOut: 1,
  failed: 2,
  withdrawnKept: 1,
  withdrawnKeptBeforeEnd: 1,
  withdrawnErased: 0,
  withdrawnErasedBeforeEnd: 0,
  excluded: [
    { reason: 'Asked \u202eto leave', asPlanned: false, people: 1 },
    { reason: 'too young', asPlanned: true, people: 2 },
  ],
  analysable: 45,
  entered: [],
  stopped: [],
  parts: [
    {
      wave: 'follow_up',
      title: 'Second part',
      due: 47,
      opened: 46,
      started: 40,
      completed: 38,
      underWay: 4,
      missed: 1,
      declined: 0,
      timedOut: 2,
      failed: 0,
      withdrawn: 2,
      excluded: 1,
      analysable: 37,
    },
  ],
};

test('the counts of the package: participants without a slot, and reasons separate from their figures', async () => {
  const figures = {
    registered: 56,
    consented: 55,
    unallocated: 3,
    screenedOut: 2,
    quotaFull: 0,
    timedOut: 1,
    failed: 0,
    blinded: true,
    arms: [arm],
  };
  vi.spyOn(api, 'get').mockImplementation((path) =>
    path.startsWith('/api/admin/consort') ? Promise.resolve(figures) : new Promise(() => {}),
  );
  renderConsole(<ConsortPage />);
  const line = (await screen.findByText(/^56 registered/)).textContent;
  expect(line).toBe(
    '56 registered, 55 consented, 3 without a slot: withdrew, turned away, inactive for too long, or not yet allocated, before exposure.',
  );
  screen.getByText(
    'Of those without a slot: 2 screened out by an answer, 0 because a quota was full, 1 timed out, 0 failed checks.',
  );
  const cell = screen.getByText(/to leave/).closest('td');
  expect(cell?.textContent).toBe('Asked \u202eto leave (1), as planned, too young (2)');
  // The mark that changes the text direction is closed within its element.
  expect([...(cell?.querySelectorAll('bdi') ?? [])].map((one) => one.textContent)).toEqual([
    'Asked \u202eto leave',
    'as planned, too young',
  ]);
  const part = screen.getByText('Second part').closest('tr');
  expect([...(part?.cells ?? [])].map((one) => one.textContent)).toEqual(
    ['Second part', 'Arm A', 47, 46, 40, 38, 4, 1, 2, 0, 2, 1, 37].map(String),
  );
});

test('who declined a part is only counted if there is somebody', async () => {
  const parts = arm.parts.map((part) => ({ ...part, declined: 9, timedOut: 0 }));
  const figures = { screenedOut: 0, quotaFull: 0, timedOut: 0, failed: 0 };
  vi.spyOn(api, 'get').mockImplementation((path) =>
    path.startsWith('/api/admin/consort')
      ? Promise.resolve({ ...figures, arms: [{ ...arm, parts }] })
      : new Promise(() => {}),
  );
  renderConsole(<ConsortPage />);
  const part = (await screen.findByText('Second part')).closest('tr');
  expect([...(part?.cells ?? [])].map((one) => one.textContent)).toEqual(
    ['Second part', 'Arm A', 47, 46, 40, 38, 4, 1, 9, 2, 1, 37].map(String),
  );
});

test('a diagram that is not there yet is requested again', async () => {
  const empty = { svg: null, rows: [] };
  const drawings = [empty, empty, { svg: '<svg><text>Randomised</text></svg>', rows: [] }];
  vi.spyOn(api, 'get').mockImplementation((path) => {
    if (path === '/api/admin/results') return Promise.resolve({ computing: false, report: {} });
    if (path === '/api/admin/drawings/flow') return Promise.resolve(drawings.shift());
    return new Promise(() => {});
  });
  renderConsole(<ConsortPage />);
  expect(await screen.findByText('Randomised', {}, { timeout: 10_000 })).toBeTruthy();
  expect(drawings).toEqual([]);
}, 15_000);
