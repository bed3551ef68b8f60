import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Report } from '@/api/schema';
import { renderConsole } from '../../../../test/render-console';
import { Robustness } from './robustness';

/** So many lost of ten in each arm. */
function caption(lost: number[], test: object, randomised = 10): string | null {
  const arms = lost.map((lost, arm) => ({ arm, randomised, lost, share: {} }));
  const report = { arms: [], loss: { arms, chiSquare: null, df: null, p: null, ...test } };
  cleanup();
  renderConsole(<Robustness report={report as object as Report} contrasts={false} />);
  return screen.getByRole('heading', { level: 3 }).textContent;
}

test('attrition that cannot be tested has a sentence, not dashes', () => {
  expect(caption([1, 3], { chiSquare: 1.25, df: 1, p: 0.264 })).toBe(
    'Attrition of the primary outcome by arm: χ² = 1.25, df = 1, p = 0.264',
  );
  expect(caption([0, 9], { chiSquare: 16.36, df: 1, p: 0.00005 })).toMatch(/df = 1, p < 0\.001$/);
  expect(caption([0, 0], {})).toMatch(/nobody was lost$/);
  expect(caption([0, 0], {}, 0)).toMatch(/nobody has been randomised yet$/);
  expect(caption([10, 10], {})).toMatch(/all were lost, so there is no test$/);
});
