import { cleanup, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';

import { Scales } from './scales';

const report = (masked: boolean) =>
  ({ arms: [], scales: [], times: [], flags: [], about: { masked } }) as object as Report;

test('the help on quality flags describes what is shown, blinded and unblinded', () => {
  const { rerender } = render(<Scales report={report(true)} />);
  screen.getByText(/“Without flags” is added when the study is unblinded/);
  screen.getByText(/leaves out the arm-specific part; here that part counts/);
  rerender(<Scales report={report(false)} />);
  const help = screen.getByText(/“Without flags” is shown with the others/);
  expect(help.textContent).not.toContain('the arm-specific part');
});

test('times that are not there have a reason', () => {
  const show = (n: number, median: number | null, simulated = 0) => {
    const times = [{ arm: null, whole: { n, low: null, median, high: null } }];
    cleanup();
    const about = { masked: true, simulated };
    render(<Scales report={{ ...report(true), times, about } as object as Report} />);
    return within(screen.getByRole('group', { name: /^Time from the first step/ }));
  };
  show(0, null).getByText('No participant has completed the study yet.');
  show(9, null).getByText('Too few participants');
  show(10, 1500).getByText('25 min');
  expect(screen.queryByText(/with simulated ones$/)).toBeNull();
  show(10, 1500, 4).getByText('25 min');
  screen.getByText(/^Time from .*, with simulated ones$/, { selector: 'h3' });
});
