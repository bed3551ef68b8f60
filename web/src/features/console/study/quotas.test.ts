import { expect, test } from 'vitest';
import { readQuota } from './quotas';

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
