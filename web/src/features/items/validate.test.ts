import { beforeAll, expect, test } from 'vitest';
import type { PublicItem } from '@/api/schema';
import { en } from '@/locales/study.en';
import answerCases from '../../../../fixtures/items/answers.json';
import { required } from '../../../test/fixtures';
import { loadKinds } from './kinds';
import { translateWith, validate } from './validate';

// `conformance.test.ts` runs the cases shared with the server.

const translate = translateWith(en.validationMessages);

const items = answerCases.map(({ item }) => item as PublicItem);
beforeAll(() => loadKinds(items));

test.each(items)('an optional $kind item can stay empty', (item) => {
  expect(validate([{ ...item, required: false }], {}, translate)).toEqual([]);
});

const number = {
  ...required,
  id: 'v',
  label: '?',
  kind: 'number' as const,
  min: null,
  max: null,
  integer: true,
  unit: null,
};
test.each<[PublicItem, string]>([
  [{ ...number, min: 0, max: 1, integer: false }, 'Enter a number from 0 to 1.'],
  [{ ...number, min: 18 }, 'Enter a number of at least 18.'],
  [{ ...number, max: 9 }, 'Enter a number of at most 9.'],
  [number, 'Enter a whole number.'],
  [{ ...number, integer: false }, 'Enter a number.'],
])('a missing number is described by its limits: %o', (item, message) => {
  expect(validate([item], {}, translate)).toEqual([{ item: 'v', message }]);
});

const date = { ...required, id: 'v', label: '?', kind: 'date' as const, min: null, max: null };
test.each<[PublicItem, string]>([
  [
    { ...date, min: '2026-01-01', max: '2026-12-31' },
    'Enter a date from 1 January 2026 to 31 December 2026.',
  ],
  [{ ...date, min: '2026-01-01' }, 'Enter a date from 1 January 2026 on.'],
  [{ ...date, max: '2026-12-31' }, 'Enter a date no later than 31 December 2026.'],
  [date, 'Enter a date.'],
])('a missing date is described by its limits: %o', (item, message) => {
  expect(validate([item], {}, translate)).toEqual([{ item: 'v', message }]);
});
