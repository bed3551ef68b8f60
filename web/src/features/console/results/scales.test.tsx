import { render, screen } from '@testing-library/react';
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
