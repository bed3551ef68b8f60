import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Overview } from '@/api/schema';
import { api } from '@/lib/api-client';
import { measured } from '../../../../test/measured';
import { renderConsole } from '../../../../test/render-console';
import { EnrolmentSection } from './enrolment';

const counts = { allocated: 2, exposed: 1, finished: 0, withdrawn: 0 };

function show(...days: string[]) {
  measured();
  const get = vi.spyOn(api, 'get').mockResolvedValue({ svg: '<svg></svg>' });
  get.mockClear();
  const arms = [{ ...counts, arm: { id: 'a', label: 'Arm A', group: null } }];
  const all = { ...counts, erased: 0 };
  const overview = {
    all,
    arms,
    days: days.map((day) => ({ day, arms: [{ ...counts, arm: 'a' }] })),
  };
  cleanup();
  renderConsole(<EnrolmentSection overview={overview as unknown as Overview} />);
  return get;
}

test('the first day is a sentence with a table, and no drawing of a single point', async () => {
  const get = show('2026-11-26');
  screen.getByText(/one day, 26 November 2026\./);
  screen.getByRole('button', { name: 'Show as table' });
  expect(get).not.toHaveBeenCalled();
  show('2026-11-26', '2026-11-27');
  await screen.findByRole('img', { name: 'Allocated so far, by day' });
  expect(screen.queryByText(/one day/)).toBeNull();
});
