import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StudyState } from '@/api/schema';

import { Status } from './status';

const closed = (endedAt: string | null) =>
  ({
    status: 'closed',
    open: false,
    allocated: 2,
    title: 'Study',
    endedAt,
  }) as unknown as StudyState;

test('a closed study can be opened', () => {
  render(<Status study={closed(null)} />);
  expect(screen.getByText('Recruitment is over.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open' })).toBeTruthy();
});

test('when the link between people and data is deleted, the page says so and has no buttons', () => {
  render(<Status study={closed('2026-01-02T00:00:00Z')} />);
  expect(screen.getByText(/The link between people and data is deleted/)).toBeTruthy();
  expect(screen.queryByText('Recruitment is over.')).toBeNull();
  expect(screen.queryByText(/People already taking part can always finish/)).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
