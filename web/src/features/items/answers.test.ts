import { describe, expect, test } from 'vitest';
import type { PublicItem } from '@/api/schema';
import { option, required } from '../../../test/fixtures';
import { shownItems } from './answers';
import { kindOf, loadKinds } from './kinds';
import { parseNumber } from './number';

const base = { ...required, label: '?' };
const points = [1, 2, 3].map((value) => ({ value, label: String(value) }));

const variablesOf = (item: PublicItem) => kindOf(item).variables(item);

const single = (id: string, showIf: PublicItem['showIf'] = null): PublicItem => ({
  ...base,
  id,
  showIf,
  kind: 'single',
  options: [option('yes'), option('no')],
});

describe('variables', () => {
  test('a matrix has one answer per row', () => {
    const rows = [
      { id: 'a1', label: 'A' },
      { id: 'a2', label: 'B' },
    ];
    expect(variablesOf({ ...base, id: 'm', kind: 'matrix', rows, points, ends: null })).toEqual([
      'a1',
      'a2',
    ]);
  });

  test('a judgement has up to three answers', async () => {
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
    await loadKinds([item]);
    expect(variablesOf(item)).toEqual(['clip', 'clip_confidence', 'clip_sharing']);
    expect(variablesOf({ ...item, confidence: false, sharing: false })).toEqual(['clip']);
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

  test('typed numbers become numbers, blank ones are omitted', () => {
    const limits = { min: 18, max: null, integer: true, unit: null };
    const number: PublicItem = { ...base, ...limits, id: 'age', kind: 'number' };
    const read = (age: string) => shownItems([number], { age }, {}).answers;
    expect(read(' 42 ')).toEqual({ age: 42 });
    expect(read('  ')).toEqual({});
    expect(read('old')).toEqual({ age: 'old' });
  });
});

test('numbers are read with point or comma, and nothing else is', () => {
  expect(parseNumber('1,5')).toBe(1.5);
  expect(parseNumber('-2')).toBe(-2);
  for (const typed of ['1e3', '0x10', '1.', '.5', '1 000', 'Infinity']) {
    expect(parseNumber(typed)).toBeUndefined();
  }
});
