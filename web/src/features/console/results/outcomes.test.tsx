import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Report } from '@/api/schema';
import { api } from '@/lib/api-client';
import { measured } from '../../../../test/measured';
import { renderConsole } from '../../../../test/render-console';
import { OutcomeSection } from './outcomes';

const why = 'An arm of this comparison has fewer than two participants with the outcome.';
const arms = ['a', 'b', 'c'].map((id) => ({ id, label: `Arm ${id.toUpperCase()}`, group: null }));
const mean = {
  n: 0,
  value: null,
  low: null,
  high: null,
  deviation: null,
  why: 'No participant has a value.',
};
const pairs = [1, 2].map((arm) => ({
  comparison: `H${arm}`,
  arm,
  against: 0,
  n: 0,
  value: null,
  why,
}));
const outcome = { id: 'd', label: 'd\u2032', meaning: '', primary: true, unit: 'deviations' };

test("arms that can't be compared show the reason instead of a drawing", async () => {
  measured();
  vi.spyOn(api, 'get').mockResolvedValue({ svg: null });
  const numbers = { before: [], after: arms.map(() => mean), contrasts: pairs };
  const report = { arms, outcomes: [{ ...outcome, ...numbers }] } as unknown as Report;
  renderConsole(<OutcomeSection report={report} />);
  const figures = await screen.findAllByRole('figure');
  for (const [at, reason] of ['No participant has a value.', why].entries()) {
    const figure = within(figures[at] as HTMLElement);
    expect(await figure.findByText(reason, { selector: 'figure p' })).toBeTruthy();
    expect(figure.getByRole('button', { name: 'Show as table' })).toBeTruthy();
  }
});
