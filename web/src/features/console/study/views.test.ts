import { expect, test } from 'vitest';
import type { GroupViews, StudyState } from '@/api/schema';

import { found, groupName, nameOf, pagesOf } from './views';

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
        {
          title: 'Is it?',
          number: null,
          views: [{ kind: 'question', page: '/home', block: null, part: null }],
        },
      ],
    },
    {
      step: '/flow-a/start',
      shown: [
        {
          title: 'The old bridge',
          number: 1,
          views: [
            { kind: 'question', page: '/flow-a/question/x', block: null, part: null },
            { kind: 'right', page: '/flow-a/question/x/correct', block: null, part: null },
          ],
        },
        {
          title: null,
          number: null,
          views: [{ kind: 'interim', page: '/flow-a/interim', block: null, part: null }],
        },
      ],
    },
  ],
};
const left = (words: string) =>
  found(group, words, names).flatMap(({ shown }) => shown.map((one) => nameOf(one, names.kinds)));

test('without words all pages are listed', () => {
  expect(left(' ')).toEqual(['Is it?', '1. The old bridge', 'Halfway page']);
  expect(pagesOf(found(group, '', names))).toBe(4);
});

test('all words must occur in the step, the name, the kind or the address', () => {
  expect(left('practice')).toEqual(['Is it?']);
  expect(left('OLD right')).toEqual(['1. The old bridge']);
  expect(left('interim')).toEqual(['Halfway page']);
  expect(left('practice bridge')).toEqual([]);
});

test('a group is called by the steps that no other has, and by its ID, until arms have names', () => {
  const of = (group: GroupViews['group'], ...steps: string[]): GroupViews => ({
    group,
    steps: ['/home', ...steps].map((step) => ({ step, shown: [] })),
  });
  const groups = [
    of('control_0', '/control-flow'),
    of('treatment_0', '/treatment-questionnaire', '/flow-a/start'),
    of('treatment_1', '/treatment-questionnaire'),
  ];
  const named = (arms: object[]) => {
    const study = { arms: arms.map((arm) => ({ arm })) } as Pick<StudyState, 'arms'>;
    const names = { step: (step: string) => step.slice(1) };
    return groups.map((one) => groupName(one, groups, study, names));
  };
  expect(named([{ id: 'a', label: 'Arm A', group: null }])).toEqual([
    'control-flow (control_0)',
    'flow-a/start (treatment_0)',
    'treatment_1',
  ]);
  expect(named([{ id: 'a', label: 'Ratings', group: 'control_0' }])[0]).toBe('Ratings');
});
