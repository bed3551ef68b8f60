import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AnswerQuota, StudyState } from '@/api/schema';
import { Quotas, readQuota } from './quotas';

const study = (answerQuotas?: AnswerQuota[]) =>
  ({ arms: [], allocated: 5, target: 60, answerQuotas }) as unknown as StudyState;

test('each quota on answers says how many are in, and that it is full', () => {
  const quotas = [
    { id: 'women', limit: 40, taken: 10 },
    { id: 'young_men', limit: 2, taken: 2 },
  ];
  render(<Quotas study={study(quotas)} />);
  const table = within(screen.getByRole('table', { name: 'Quotas on answers' }));
  const rows = table.getAllByRole('row').map((row) => row.textContent);
  expect(rows.slice(1)).toEqual(['women104025%', 'young_men22Full']);
});

test('a study without quotas on answers has no table of them', () => {
  render(<Quotas study={study()} />);
  expect(screen.queryByRole('table', { name: 'Quotas on answers' })).toBeNull();
});

test.each([
  ['', null],
  ['  ', null],
  [' 120 ', 120],
  ['0', 0],
  ['12.5', undefined],
  ['-3', undefined],
  ['many', undefined],
])('%o is %o', (given, quota) => {
  expect(readQuota(given)).toBe(quota);
});
