import { render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { initLocale } from '@/lib/locale';
import {
  bytes,
  duration,
  interval,
  languageName,
  NONE,
  num,
  pEquals,
  percent,
  pValue,
  When,
} from './format';

afterEach(() => initLocale('en'));

test.each([
  [3.26, '3.3 s'],
  [45, '45 s'],
  [59.7, '1 min'],
  [200, '3 min 20 s'],
  [3600, '1 h'],
  [7500, '2 h 5 min'],
  [200_000, '2 d 7 h'],
  [null, NONE],
])('%s seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test('missing and invalid numbers are a dash', () => {
  expect([num(null), num(Number.NaN, 2), percent(undefined), bytes(null)]).toEqual(
    Array(4).fill(NONE),
  );
  expect(interval(0.1, null, (value) => num(value, 2))).toBe(NONE);
});

test('intervals are readable with a decimal comma', () => {
  const two = (value?: number | null) => num(value, 2);
  expect(interval(-0.1, 0.25, two)).toBe('[−0.10, 0.25]');
  initLocale('de');
  expect(interval(-0.1, 0.25, two)).toBe('[−0,10; 0,25]');
});

test('p values as journals write them', () => {
  expect([pValue(0.0004), pValue(0.0312), pValue(1)]).toEqual(['< 0.001', '0.031', '1.000']);
  expect([pEquals(0.0004), pEquals(0.0312)]).toEqual(['p < 0.001', 'p = 0.031']);
  initLocale('de');
  expect([pValue(0.0004), pValue(0.0312)]).toEqual(['< 0,001', '0,031']);
});

test('sizes in the units of a file manager', () => {
  expect([bytes(12), bytes(12_400), bytes(1_240_000)]).toEqual(['12 B', '12 kB', '1.2 MB']);
});

test('languages have names in the language of the reader', () => {
  expect(['en', 'de'].map(languageName)).toEqual(['English', 'German']);
  initLocale('de');
  expect(['en', 'de'].map(languageName)).toEqual(['Englisch', 'Deutsch']);
});

test('a moment keeps its exact form', () => {
  const { container } = render(<When at="2026-11-22T04:05:06Z" />);
  const time = container.querySelector('time');
  expect(time?.dateTime).toBe('2026-11-22T04:05:06Z');
  expect(time?.title).toBe('2026-11-22 04:05:06 UTC');
});

test('a day has no time, in any time zone', () => {
  const { container } = render(<When at="2026-11-22" seconds />);
  const time = container.querySelector('time');
  expect(time?.dateTime).toBe('2026-11-22');
  expect(time?.textContent).toBe('22 Nov 2026 (UTC)');
  expect(time?.title).toContain('would reveal the arm');
});
