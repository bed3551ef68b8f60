import { expect, test } from 'vitest';
import type { GroupViews } from '@/api/schema';

import { found, nameOf, pagesOf } from './views';

const names = {
  step: (step: string) => ({ '/home': 'Practice' })[step] ?? step,
  kinds: { question: 'Question', right: 'Right answer', interim: 'Halfway page' },
};
const group: GroupViews = {
  group: 'treatment_0',
  steps: [
    {
      step: '/home',
      shown: [
        { title: 'Is it?', number: null, views: [{ kind: 'question', page: '/home', part: null }] },
      ],
    },
    {
      step: '/flow-a/start',
      shown: [
        {
          title: 'The old bridge',
          number: 1,
          views: [
            { kind: 'question', page: '/flow-a/question/x', part: null },
            { kind: 'right', page: '/flow-a/question/x/correct', part: null },
          ],
        },
        {
          title: null,
          number: null,
          views: [{ kind: 'interim', page: '/flow-a/interim', part: null }],
        },
      ],
    },
  ],
};
const left = (words: string) =>
  found(group, words, names).flatMap(({ shown }) => shown.map((one) => nameOf(one, names.kinds)));

test('without words everything is there', () => {
  expect(left(' ')).toEqual(['Is it?', '1. The old bridge', 'Halfway page']);
  expect(pagesOf(found(group, '', names))).toBe(4);
});

test('all words have to be in the step, the name, the kind or the address', () => {
  expect(left('practice')).toEqual(['Is it?']);
  expect(left('OLD right')).toEqual(['1. The old bridge']);
  expect(left('interim')).toEqual(['Halfway page']);
  expect(left('practice bridge')).toEqual([]);
});
