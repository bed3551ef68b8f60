import { cleanup, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';

import { Scales } from './scales';

const report = (masked: boolean) =>
  ({ arms: [], scales: [], times: [], flags: [], about: { masked } }) as object as Report;

test('the help on quality flags describes what is shown, blinded and unblinded', () => {
  const { rerender } = render(<Scales report={report(true)} />);
  screen.getByText(/“Without flags” is added when you are unblinded/);
  screen.getByText(/leaves out the arm-specific part; here that part counts/);
  rerender(<Scales report={report(false)} />);
  const help = screen.getByText(/“Without flags” is shown with the others/);
  expect(help.textContent).not.toContain('the arm-specific part');
});

test('times that are not there have a reason', () => {
  const show = (n: number, median: number | null, simulated = 0, simulatedTimes = false) => {
    const times = [{ arm: null, whole: { n, low: median, median, high: median } }];
    cleanup();
    const about = { masked: true, simulated, simulatedTimes };
    render(<Scales report={{ ...report(true), times, about } as object as Report} />);
    return within(screen.getByRole('group', { name: /^Time from the first step/ }));
  };
  show(0, null).getByText('No participant has completed the study yet.');
  expect(show(9, null).getAllByText('Too few participants')).toHaveLength(3);
  expect(show(10, 1500).getAllByText('25 min')).toHaveLength(3);
  const caption = () => screen.getByText(/^Time from/, { selector: 'h3' }).textContent;
  expect(caption()).toMatch(/completed$/);
  show(10, 1500, 4);
  expect(caption()).toMatch(/, without simulated ones$/);
  show(10, 1500, 14, true);
  expect(caption()).toMatch(/, simulated ones$/);
});
