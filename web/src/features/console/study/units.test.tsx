import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StudyState, UnitState } from '@/api/schema';

import { Units } from './units';

const unit = (arm: UnitState['arm']): UnitState => ({
  unit: 1,
  code: 'm-1a',
  stratum: 'milan',
  arm,
  members: 24,
  exposed: 22,
});
const study = (units: UnitState[] | undefined, blinded = false) =>
  ({ units, blinded }) as unknown as StudyState;
const cells = () => screen.getAllByRole('cell').map((cell) => cell.textContent);

test('each unit has its members, and its arm once the study is unblinded', () => {
  const arm = { id: 'a', label: 'Inoculation', group: 'inoculation' };
  const { rerender } = render(<Units study={study([unit(arm)])} />);
  expect(screen.getByRole('rowheader', { name: '1' })).toBeTruthy();
  expect(cells()).toEqual(['m-1a', 'milan', 'Inoculation', '24', '22']);
  rerender(<Units study={study([unit(null)], true)} />);
  expect(cells()).toEqual(['m-1a', 'milan', '24', '22']);
  expect(screen.getByText(/Arms are shown after unblinding/)).toBeTruthy();
});

test('a study without units has no section, and one without members says so', () => {
  const { container, rerender } = render(<Units study={study(undefined)} />);
  expect(container.textContent).toBe('');
  rerender(<Units study={study([])} />);
  expect(screen.getByText(/No unit has been allocated yet/)).toBeTruthy();
});
