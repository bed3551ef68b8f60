import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { DueOverview, DueWave } from '@/api/schema';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
import { DueSection } from './due';

const wave: DueWave = {
  id: 'follow_up',
  title: 'Second part',
  open: 4,
  started: 1,
  waiting: 0,
  withoutId: 0,
  formulas: 0,
};

function show(reply: DueOverview) {
  const get = vi.spyOn(api, 'get').mockResolvedValue(reply as never);
  return { get, ...renderConsole(<DueSection />) };
}

const heads = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);

test('each later part has its numbers and a list, and days ahead have a column', async () => {
  const { get } = show({
    parameter: 'PROLIFIC_PID',
    waves: [wave, { ...wave, id: 'third', open: 0, started: 0 }],
  });
  expect(await screen.findByRole('rowheader', { name: 'Second part (follow_up)' })).toBeTruthy();
  expect(heads()).toEqual(['Part', 'Open, not begun', 'Begun']);
  expect(screen.getAllByRole('button', { name: /^Download CSV/ })).toHaveLength(1);
  await userEvent.selectOptions(screen.getByLabelText('Also list parts that open soon'), '7');
  expect(get).toHaveBeenCalledWith(
    '/api/admin/due',
    expect.objectContaining({ query: { within: 7 } }),
  );
  expect(heads()).toEqual(['Part', 'Open, not begun', 'Begun', 'Opens soon']);
});

test('people without an ID are counted', async () => {
  show({ parameter: 'PROLIFIC_PID', waves: [{ ...wave, withoutId: 2 }] });
  expect(
    await screen.findByRole('columnheader', { name: 'Without an ID, not listed' }),
  ).toBeTruthy();
  expect(screen.queryByText(/as a formula/)).toBeNull();
});

test('IDs that a spreadsheet program could run are counted', async () => {
  show({
    parameter: 'PROLIFIC_PID',
    waves: [
      { ...wave, formulas: 1 },
      { ...wave, id: 'third', formulas: 2 },
    ],
  });
  expect(await screen.findByText(/^3 IDs are not listed/)).toBeTruthy();
});

test('a study without recruitment IDs has no section', async () => {
  const { container, get } = show({ parameter: null, waves: [] });
  await vi.waitFor(() => expect(get).toHaveBeenCalled());
  await vi.waitFor(() => expect(container.querySelector('section')).toBeNull());
});
