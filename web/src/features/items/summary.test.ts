import { beforeAll, describe, expect, test } from 'vitest';
import type { PublicItem } from '@/api/schema';
import { en } from '@/locales/study.en';
import { withQuestion } from '@/ui/error-summary';
import { required } from '../../../test/fixtures';
import { loadKinds } from './kinds';
import { summaryOf } from './summary';

const w = en.questionnaire;
const points = [{ value: 1, label: '1' }];
const matrix: PublicItem = {
  ...required,
  id: 'trust',
  label: 'How much do you trust?',
  kind: 'matrix',
  points,
  ends: null,
  rows: [{ id: 'trust_news', label: 'News outlets' }],
};
const judgement: PublicItem = {
  ...required,
  id: 'j1',
  label: 'Original or altered?',
  kind: 'judgement',
  options: [],
  media: null,
  post: null,
  confidence: true,
  sharing: true,
};

beforeAll(() => loadKinds([judgement]));

describe('a line of the summary', () => {
  const line = (item: string) => summaryOf([matrix, judgement], [{ item, message: 'No.' }], w)[0];

  test('names the question', () => expect(line('j1')?.message).toBe('Original or altered? No.'));

  test('names the row of a matrix', () =>
    expect(line('trust_news')).toEqual({ id: 'trust_news', message: 'News outlets: No.' }));

  test('names the ratings of a judgement', () => {
    expect(line('j1_confidence')?.message).toBe('How sure are you? No.');
    expect(line('j1_sharing')?.message).toBe('How likely would you be to share it? No.');
  });

  test('names the number of a clip', () => {
    const second = { ...judgement, id: 'j2' };
    const about = { author: 'A', handle: '@a', portrait: null, age: '1 day ago', text: 'B' };
    const post = { ...judgement, id: 'p1', post: about };
    const message = (item: string) =>
      summaryOf([judgement, post, second], [{ item, message: 'No.' }], w)[0]?.message;
    expect(message('j2_confidence')).toBe('Clip 2 of 2: How sure are you? No.');
    expect(message('p1')).toBe('Original or altered? No.');
  });

  test('is only the error for an item without a question', () =>
    expect(line('gone')?.message).toBe('No.'));
});

test('a question that ends as a sentence needs no colon', () => {
  expect(withQuestion('Say “yes.”', 'No.')).toBe('Say “yes.” No.');
  expect(withQuestion('Your age', 'No.')).toBe('Your age: No.');
});
