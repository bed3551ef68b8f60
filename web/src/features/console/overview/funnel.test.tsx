import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Overview } from '@/api/schema';
import { api } from '@/lib/api-client';
import { measured } from '../../../../test/measured';
import { renderConsole } from '../../../../test/render-console';
import { Funnel } from './funnel';

const overview = (withSimulated: boolean, medianSeconds: number) =>
  ({
    ...{ withSimulated, blinded: true, arms: [], all: { erased: 0 } },
    steps: [
      { step: '/home', entered: 2, completed: 2, withdrawn: 0, droppedOut: 0, medianSeconds },
    ],
  }) as unknown as Overview;

/** The headings and cells of times. */
async function times(given: Overview): Promise<(string | null)[][]> {
  measured();
  vi.spyOn(api, 'get').mockImplementation(
    async (path) =>
      (path === '/api/admin/overview' ? overview(false, 200) : { svg: null }) as never,
  );
  const { unmount } = renderConsole(<Funnel overview={given} />);
  await screen.findByText('3 min 20 s');
  const [heads, cells] = within(screen.getByRole('table')).getAllByRole('row');
  const of = (row: HTMLElement | undefined) =>
    [...(row?.children ?? [])].map((one) => one.textContent);
  const [names, values] = [of(heads), of(cells)];
  unmount();
  return names.flatMap((name, at) =>
    name?.startsWith('Median') ? [[name, values[at] ?? '']] : [],
  );
}

test('times of people stay apart from those of simulated participants', async () => {
  expect(await times(overview(true, 0.1))).toEqual([
    ['Median time', '3 min 20 s'],
    ['Median, with simulated', '0.1 s'],
  ]);
  expect(await times(overview(false, 200))).toEqual([['Median time', '3 min 20 s']]);
});

test('a funnel that nobody entered is a sentence, without a table', async () => {
  const empty = overview(false, 0);
  for (const step of empty.steps) step.entered = 0;
  renderConsole(<Funnel overview={empty} />);
  await screen.findByText('No participant has entered a step yet.');
  expect(screen.queryByRole('table')).toBeNull();
});
