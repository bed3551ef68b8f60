import { expect, test } from 'vitest';
import type { ReportArmFlow } from '@/api/schema';

import { type FlowWords, flowOf, rowsOf } from './of-report';

const w: FlowWords = {
  stages: ['Enrolment', 'Allocation', 'Follow-up', 'Analysis'],
  registered: 'Registered',
  simulated: 'Simulated',
  notRandomised: 'Not randomised',
  randomised: 'Randomised',
  randomisedTo: (arm) => `Randomised to ${arm}`,
  started: 'Started',
  completed: 'Completed',
  notFinished: 'Did not finish',
  unfinished: 'In progress or dropped out',
  withdrew: 'Withdrew',
  erased: 'Erased',
  analysed: 'Analysed',
  excluded: 'Excluded',
  erasedAfterEnd: 'Erased after the end',
  noOutcome: 'No outcome',
};

const arm: ReportArmFlow = {
  arm: 0,
  randomised: 100,
  trainingStarted: 98,
  trainingCompleted: 90,
  testStarted: 88,
  testCompleted: 86,
  completed: 85,
  unfinished: 9,
  unfinishedAt: [
    { reason: '/flow-a/start', people: 6 },
    { reason: '/post-questionnaire', people: 3 },
  ],
  withdrew: 4,
  withdrewBeforeEnd: 3,
  erased: 5,
  erasedBeforeEnd: 3,
  excluded: 2,
  excludedReasons: [{ reason: 'Took part twice', people: 2 }],
  analysed: 84,
};
const report = {
  about: { simulated: 0 },
  arms: [{ id: 'a', label: 'Arm A' }],
  flow: {
    registered: 107,
    consented: 104,
    notRandomised: 7,
    notRandomisedReasons: [{ reason: 'No consent', people: 7 }],
    randomised: 100,
    arms: [arm],
  },
};

const flow = flowOf(report, w, (page) => (page === '/flow-a/start' ? 'Flow A' : page));

test('the lines of each box add up to what is missing there', () => {
  const [, followUp, analysis] = flow.arms[0]?.boxes ?? [];
  const sum = (lines: { n: number; deep?: boolean }[] = []) =>
    lines.filter((line) => !line.deep).reduce((all, line) => all + line.n, 0);
  expect(followUp?.n).toBe(15);
  expect(sum(followUp?.lines)).toBe(15);
  expect((analysis?.n ?? 0) + sum(analysis?.lines)).toBe(100);
  expect(analysis?.lines).toEqual([
    { text: 'Excluded', n: 2 },
    { text: 'Took part twice', n: 2, deep: true },
    { text: 'Erased after the end', n: 2 },
    { text: 'No outcome', n: 12 },
  ]);
});

test('reasons stand below what they explain, pages under their names', () => {
  expect(flow.arms[0]?.boxes[1]?.lines).toEqual([
    { text: 'In progress or dropped out', n: 9 },
    { text: 'Flow A', n: 6, deep: true },
    { text: '/post-questionnaire', n: 3, deep: true },
    { text: 'Withdrew', n: 3 },
    { text: 'Erased', n: 3 },
  ]);
});

test('the table has every figure of the diagram', () => {
  const rows = rowsOf(flow);
  expect(rows).toContainEqual({
    stage: 'Follow-up',
    arm: 'Arm A',
    what: 'Flow A',
    n: 6,
    deep: true,
  });
  expect(rows).toContainEqual({
    stage: 'Analysis',
    arm: 'Arm A',
    what: 'Erased after the end',
    n: 2,
    deep: false,
  });
  const boxes = [
    flow.assessed,
    flow.excluded,
    flow.randomised,
    ...flow.arms.flatMap((one) => one.boxes),
  ];
  expect(rows).toHaveLength(boxes.reduce((all, box) => all + 1 + box.lines.length, 0));
});

test('masked arms have no line that only some arms have', () => {
  const masked = { ...arm, trainingStarted: null, trainingCompleted: null, unfinishedAt: [] };
  const drawn = flowOf({ ...report, flow: { ...report.flow, arms: [masked] } }, w, (page) => page);
  expect(flow.arms[0]?.boxes[0]?.lines).toHaveLength(2);
  expect(drawn.arms[0]?.boxes[0]?.lines).toEqual([]);
});

test('robots are told wherever they are counted', () => {
  const withRobots = flowOf({ ...report, about: { simulated: 12 } }, w, (page) => page);
  expect(flow.assessed.lines).toEqual([]);
  expect(withRobots.assessed.lines).toEqual([{ text: 'Simulated', n: 12 }]);
});
