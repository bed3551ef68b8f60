import { expect, test } from 'vitest';
import { formatDateTime, inSentence } from './format';

test('a date in English has the day first, as the study writes it', () => {
  expect(formatDateTime('2026-11-05T12:00:00Z', 'en')).toMatch(/^5 November 2026/);
  expect(formatDateTime('2026-11-05T12:00:00Z', 'de')).toMatch(/^5\. November 2026/);
});

test.each([
  ['Altered', 'altered'],
  ['Not altered', 'not altered'],
  ['A real photo', 'a real photo'],
  ['AI-generated', 'AI-generated'],
  ['genuine', 'genuine'],
])('the label “%s” reads “%s” in a sentence', (label, words) => {
  expect(inSentence(label)).toBe(words);
});
