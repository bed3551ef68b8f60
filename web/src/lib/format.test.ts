import { expect, test } from 'vitest';
import { formatDateTime } from './format';

test('a date in English has the day first, as the study writes it', () => {
  expect(formatDateTime('2026-11-05T12:00:00Z', 'en')).toMatch(/^5 November 2026/);
  expect(formatDateTime('2026-11-05T12:00:00Z', 'de')).toMatch(/^5\. November 2026/);
});
