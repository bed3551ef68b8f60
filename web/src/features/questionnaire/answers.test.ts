import { describe, expect, test } from 'vitest';
import type { PublicItem } from '@/api/schema';
import { holds, parseNumber, shownItems, variablesOf } from './answers';

const base = { label: '?', help: null, required: true, showIf: null };
const points = [1, 2, 3].map((value) => ({ value, label: String(value) }));
const choice = (value: string) => ({ value, label: value, note: null, exclusive: false });

const single = (id: string, showIf: PublicItem['showIf'] = null): PublicItem => ({
  ...base,
  id,
  showIf,
  kind: 'single',
  options: [choice('yes'), choice('no')],
});

describe('variables', () => {
  test('a matrix gives one per row', () => {
    const rows = [
      { id: 'a1', label: 'A' },
      { id: 'a2', label: 'B' },
    ];
    expect(variablesOf({ ...base, id: 'm', kind: 'matrix', rows, points, ends: null })).toEqual([
      'a1',
      'a2',
    ]);
  });

  test('a judgement gives up to three', () => {
    const item: PublicItem = {
      ...base,
      id: 'clip',
      kind: 'judgement',
      media: null,
      post: null,
      options: [],
      confidence: true,
      sharing: true,
    };
    expect(variablesOf(item)).toEqual(['clip', 'clip_confidence', 'clip_sharing']);
    expect(variablesOf({ ...item, confidence: false, sharing: false })).toEqual(['clip']);
  });
});

describe('conditions', () => {
  const none = { is: null, isNot: null, atLeast: null, atMost: null };

  test('an item left open fulfils nothing, not even "is not"', () => {
    expect(holds({ ...none, item: 'a', isNot: ['yes'] }, {})).toBe(false);
    expect(holds({ ...none, item: 'a', isNot: ['yes'] }, { a: ' ' })).toBe(false);
  });

  test('a list matches when it contains one of the values', () => {
    expect(holds({ ...none, item: 'a', is: ['x', 'y'] }, { a: ['z', 'y'] })).toBe(true);
    expect(holds({ ...none, item: 'a', isNot: ['x', 'y'] }, { a: ['z', 'y'] })).toBe(false);
  });

  test('numbers and words mean the same', () => {
    expect(holds({ ...none, item: 'a', is: [5] }, { a: '5' })).toBe(true);
    expect(holds({ ...none, item: 'a', is: ['5'] }, { a: 5 })).toBe(true);
    expect(holds({ ...none, item: 'a', is: [true] }, { a: 'true' })).toBe(true);
  });

  test('ranges are for numbers only', () => {
    expect(holds({ ...none, item: 'a', atLeast: 3 }, { a: 3 })).toBe(true);
    expect(holds({ ...none, item: 'a', atLeast: 3, atMost: 4 }, { a: 5 })).toBe(false);
    expect(holds({ ...none, item: 'a', atLeast: 3 }, { a: 'often' })).toBe(false);
  });
});

describe('items shown', () => {
  const when = (item: string) => ({ item, is: ['yes'], isNot: null, atLeast: null, atMost: null });
  const items = [single('a'), single('b', when('a')), single('c', when('b'))];

  test('a hidden answer is neither sent nor read by later conditions', () => {
    const { items: shown, answers } = shownItems(items, { a: 'no', b: 'yes', c: 'yes' }, {});
    expect(shown.map((item) => item.id)).toEqual(['a']);
    expect(answers).toEqual({ a: 'no' });
  });

  test('answers of earlier sections count, but are not sent again', () => {
    const { items: shown, answers } = shownItems(items.slice(1), { b: 'no' }, { a: 'yes' });
    expect(shown.map((item) => item.id)).toEqual(['b']);
    expect(answers).toEqual({ b: 'no' });
  });

  test('typed numbers become numbers, blanks become nothing', () => {
    const number: PublicItem = {
      ...base,
      id: 'age',
      kind: 'number',
      min: 18,
      max: null,
      integer: true,
      unit: null,
    };
    expect(shownItems([number], { age: ' 42 ' }, {}).answers).toEqual({ age: 42 });
    expect(shownItems([number], { age: '  ' }, {}).answers).toEqual({});
    expect(shownItems([number], { age: 'old' }, {}).answers).toEqual({ age: 'old' });
  });
});

test('numbers are read with point or comma, and nothing else is', () => {
  expect(parseNumber('1,5')).toBe(1.5);
  expect(parseNumber('-2')).toBe(-2);
  for (const typed of ['1e3', '0x10', '1.', '.5', '1 000', 'Infinity']) {
    expect(parseNumber(typed)).toBeUndefined();
  }
});
