import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Pager } from './pager';

test.each([
  [1, 50, '1–50 of 76'],
  [51, 26, '51–76 of 76'],
  [77, 0, '0 rows'],
])('from %i, %i rows', (from, shown, text) => {
  render(<Pager from={from} shown={shown} total={76} later={false} next={null} go={() => {}} />);
  expect(screen.getByRole('status').textContent).toBe(text);
});
