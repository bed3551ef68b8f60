import { expect, test } from 'vitest';
import { followupAnswers, followupItems, markOf } from './followup';

const choice = { value: 'face', label: 'The face', note: null, exclusive: false };

test('asks for at least one reason, and for words only where the study wants them', () => {
  const followup = { prompt: 'Why?', options: [choice], mark: true, words: true };
  const items = followupItems(followup, 'In your own words');
  expect(items.map(({ id, required }) => [id, required])).toEqual([
    ['reasons', true],
    ['words', false],
  ]);
  expect(followupItems({ ...followup, options: [], words: false }, '')).toEqual([]);
});

test('a mark needs both numbers, and is sent only when it is there', () => {
  expect(markOf({ mark_x: 0.25 })).toBeUndefined();
  expect(markOf({ mark_x: 0, mark_y: 0.5 })).toEqual({ x: 0, y: 0.5 });
  expect(followupAnswers({ reasons: ['face'] }, undefined)).toEqual({ reasons: ['face'] });
  expect(followupAnswers({}, { x: 0, y: 1 })).toEqual({ mark: { x: 0, y: 1 } });
});
