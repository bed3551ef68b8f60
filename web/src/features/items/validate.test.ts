import { describe, expect, test } from 'vitest';
import type { PublicItem } from '@/api/schema';
import { en } from '@/locales/study.en';
import serverMessages from '../../../../docs/generated/validation-messages.json';
import type { Answer } from './item-kind';
import { sayWith, validate } from './validate';

const sayInEnglish = sayWith(en.complaints);

const base = { id: 'v', label: '?', help: null, required: true, showIf: null };
const points = [1, 2, 3].map((value) => ({ value, label: String(value) }));
const choice = (value: string, exclusive = false) => ({
  value,
  label: value,
  note: null,
  exclusive,
});

function complaint(item: PublicItem, answer?: Answer): string | undefined {
  const errors = validate([item], answer === undefined ? {} : { [item.id]: answer }, sayInEnglish);
  return errors[0]?.message;
}

describe('what is missing is named as the server names it', () => {
  const number = {
    ...base,
    kind: 'number' as const,
    min: null,
    max: null,
    integer: true,
    unit: null,
  };
  const cases: [PublicItem, string][] = [
    [{ ...base, kind: 'single', options: [] }, 'Choose one of the answers.'],
    [{ ...base, kind: 'multiple', options: [], min: 2, max: null }, 'Choose at least 2.'],
    [{ ...base, kind: 'likert', points, ends: null }, 'Choose one of the points.'],
    [{ ...base, kind: 'confidence', points, ends: null }, 'Choose one of the points.'],
    [
      { ...base, kind: 'slider', min: 0, max: 100, step: 1, ends: ['a', 'b'], unit: null },
      'Choose a value from 0 to 100.',
    ],
    [{ ...number, min: 18, max: 110 }, 'Enter a whole number from 18 to 110.'],
    [{ ...number, min: 0, max: 1, integer: false }, 'Enter a number from 0 to 1.'],
    [{ ...number, min: 18 }, 'Enter a number of at least 18.'],
    [{ ...number, max: 9 }, 'Enter a number of at most 9.'],
    [number, 'Enter a whole number.'],
    [{ ...number, integer: false }, 'Enter a number.'],
    [{ ...base, kind: 'text', long: false, minLength: null, maxLength: 200 }, 'Enter an answer.'],
    [
      { ...base, kind: 'date', min: null, max: null },
      'Enter a date such as 2026-05-17, within the dates allowed.',
    ],
  ];
  test.each(cases)('%o', (item, message) => {
    expect(complaint(item)).toBe(message);
    expect(complaint({ ...item, required: false })).toBeUndefined();
  });
});

test('a judgement complains about each of its parts', () => {
  const item: PublicItem = {
    ...base,
    kind: 'judgement',
    media: null,
    post: null,
    options: [],
    confidence: true,
    sharing: true,
  };
  expect(validate([item], { v_confidence: 70 }, sayInEnglish)).toEqual([
    { item: 'v', message: 'Choose one of the answers.' },
    { item: 'v_sharing', message: 'Choose one of the points.' },
  ]);
});

test('numbers outside the range and words in place of a number', () => {
  const item: PublicItem = {
    ...base,
    kind: 'number',
    min: 18,
    max: 110,
    integer: true,
    unit: null,
  };
  for (const answer of [17, 111, 20.5, 'old']) {
    expect(complaint(item, answer)).toBe('Enter a whole number from 18 to 110.');
  }
  expect(complaint(item, 18)).toBeUndefined();
});

test('several answers: too few, too many, and one that stands alone', () => {
  const options = [choice('a'), choice('b'), choice('c'), choice('none', true)];
  const item: PublicItem = { ...base, kind: 'multiple', options, min: 2, max: 2 };
  expect(complaint(item, ['a'])).toBe('Choose at least 2.');
  expect(complaint(item, ['a', 'b', 'c'])).toBe('Choose at most 2.');
  expect(complaint(item, ['a', 'none'])).toBe("This answer can't be combined with others.");
  expect(complaint(item, ['none'])).toBeUndefined();
});

test('words are counted as characters', () => {
  const item: PublicItem = { ...base, kind: 'text', long: false, minLength: 2, maxLength: 3 };
  expect(complaint(item, '🙂🙂🙂')).toBeUndefined();
  expect(complaint(item, 'abcd')).toBe('Use at most 3 characters.');
  expect(complaint(item, 'a')).toBe('Use at least 2 characters.');
  expect(complaint(item, 'a\nb')).toBe('Use letters, digits and punctuation only.');
  expect(complaint({ ...item, long: true }, 'a\nb')).toBeUndefined();
});

test('days must exist and lie within the dates allowed', () => {
  const item: PublicItem = { ...base, kind: 'date', min: '2026-01-01', max: '2026-12-31' };
  expect(complaint(item, '2026-02-28')).toBeUndefined();
  for (const day of ['2026-02-30', '2025-12-31', '2027-01-01', '17.5.2026']) {
    expect(complaint(item, day)).toContain('Enter a date');
  }
});

test('a message is the one that the server sends with the same code', () => {
  const messages: Record<string, string> = serverMessages;
  const codeOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const found = Object.keys(en.complaints).map((key) => [key, messages[codeOf(key)]]);
  expect(Object.fromEntries(found)).toEqual(en.complaints);
});
