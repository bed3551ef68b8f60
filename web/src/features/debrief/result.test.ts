import { expect, describe as suite, test } from 'vitest';
import type { PublicDebrief } from '@/api/schema';
import { en } from '@/locales/account.en';
import { debriefItem as item } from '../../../test/fixtures';
import { wrap } from './picture';
import { describe, resultOf } from './result';

const right = (part: PublicDebrief['part'], manipulated: boolean, confidence: number | null) =>
  item({ part, correct: true, manipulated, calledAltered: manipulated, confidence });
const wrong = (part: PublicDebrief['part'], manipulated: boolean, confidence: number | null) =>
  item({ part, correct: false, manipulated, calledAltered: !manipulated, confidence });

const ITEMS = [
  right('before', true, 100),
  wrong('before', false, 100),
  // Neither practice nor ratings count, nor an item that was not answered.
  wrong('exercise', true, 100),
  item({ part: 'exercise' }),
  item({ part: 'after', manipulated: true }),
  right('after', true, 90),
  right('after', true, 80),
  wrong('after', true, 50),
  right('after', false, null),
  wrong('after', false, 61),
];

test('the result counts the tests, and looks closer at the second', () => {
  expect(resultOf(ITEMS, 4)).toEqual({
    before: { count: 1, of: 2 },
    after: { count: 3, of: 5 },
    later: null,
    estimate: 4,
    confidence: { right: 85, wrong: 56 },
    misses: { count: 1, of: 3 },
    falseAlarms: { count: 1, of: 2 },
  });
});

test('an answer that names neither is wrong, but no false alarm', () => {
  const unsure = item({ part: 'after', correct: false, calledAltered: false });
  expect(resultOf([unsure], null)).toMatchObject({
    after: { count: 0, of: 1 },
    falseAlarms: { count: 0, of: 1 },
  });
});

test('without a judgement there is no result', () => {
  expect(resultOf([wrong('exercise', true, 90), item({ part: 'after' })], 3)).toBeNull();
});

suite('the description', () => {
  const w = en.end.result;
  const described = (items: PublicDebrief[], estimate: number | null) => {
    const result = resultOf(items, estimate);
    if (!result) throw new Error('no result');
    return describe(result, w);
  };

  test('has a sentence for everything that is known', () => {
    const { bars, sentences } = described(ITEMS, 4);
    expect(bars.map(({ label, text }) => `${label}: ${text}`)).toEqual([
      'Before: 1 of 2',
      'Afterwards: 3 of 5',
    ]);
    expect(sentences).toEqual([
      'Your own estimate was 4 of 5. In fact, you judged 3 correctly.',
      'You were surer when you were right: 85% on average, and 56% when you were wrong.',
      'Altered or misleading: you missed 1 of 3.',
      'Original or genuine: you mistook 1 of 2 for altered or misleading.',
    ]);
  });

  test('has the later part in a bar of its own, and looks closer at the test before it alone', () => {
    const later = [right('later', true, 60), wrong('later', false, 60), item({ part: 'later' })];
    const { bars, sentences } = described([...ITEMS, ...later], 4);
    expect(bars.map(({ label, text }) => `${label}: ${text}`)).toEqual([
      'Before: 1 of 2',
      'Afterwards: 3 of 5',
      'Later part: 1 of 2',
    ]);
    expect(sentences).toEqual(described(ITEMS, 4).sentences);
    expect(described(later, null)).toMatchObject({ bars: [{ text: '1 of 2' }], sentences: [] });
  });

  test('has none without data', () => {
    const { bars, sentences } = described([right('before', true, 70)], 4);
    expect(bars).toHaveLength(1);
    expect(sentences).toEqual([]);
    const alwaysRight = described([right('after', true, 70)], null);
    expect(alwaysRight.sentences).toEqual(['Altered or misleading: you missed 0 of 1.']);
  });

  test('an estimate of 0 is an estimate', () => {
    const { sentences } = described([wrong('after', false, null)], 0);
    expect(sentences[0]).toBe('Your own estimate was 0 of 1. In fact, you judged 0 correctly.');
  });
});

test('lines of the picture break between words; a long word has its own line', () => {
  const width = (line: string) => line.length * 92;
  expect(wrap('one two three extraordinary four', width)).toEqual([
    'one two',
    'three',
    'extraordinary',
    'four',
  ]);
});
