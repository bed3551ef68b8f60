import { expect, test } from 'vitest';
import type { ArmDay, ArmOverview, StepCounts } from '@/api/schema';

import { armRows, enrolmentRows, funnelRows, leftOut } from './figures';

/** The numbers of participants who registered, withdrew, and were erased. */
const counts = (allocated: number, withdrawn: number, erased: number) => ({
  allocated,
  exposed: 0,
  finished: 0,
  underWay: allocated - withdrawn,
  withdrawn,
  erased,
  excluded: 0,
});

test('the rows of the table add up to the total, including participants without a slot', () => {
  const placed = [
    { ...arm('a'), ...counts(200, 6, 3) },
    { ...arm('b'), ...counts(198, 4, 1) },
  ];
  const overview = { all: counts(400, 12, 5), arms: placed } as never;
  const rows = armRows(overview, 'No slot');
  expect(rows.map((row) => [row.label, row.allocated, row.withdrawn, row.erased])).toEqual([
    ['a', 200, 6, 3],
    ['b', 198, 4, 1],
    ['No slot', 2, 2, 1],
  ]);
  // 394 are drawn: all except those erased, and one more without a slot.
  expect(leftOut(overview)).toEqual({ erased: 5, noSlot: 1 });
  expect(armRows({ all: counts(398, 10, 4), arms: placed } as never, '')).toHaveLength(2);
});

const arm = (id: string) => ({ arm: { id, label: id, group: null } }) as object as ArmOverview;
const of = (id: string, allocated: number): ArmDay => ({
  arm: id,
  allocated,
  exposed: 0,
  finished: 0,
  withdrawn: 0,
});

test('enrolment adds up day by day, for each arm on its own', () => {
  const rows = enrolmentRows({
    arms: [arm('a'), arm('b')],
    days: [
      { day: '2026-11-20', arms: [of('a', 2), of('b', 1)] },
      { day: '2026-11-22', arms: [of('b', 4)] },
    ],
  });
  expect(rows.map(({ day, arm, soFar }) => [day, arm, soFar])).toEqual([
    ['2026-11-20', 'a', 2],
    ['2026-11-20', 'b', 1],
    ['2026-11-22', 'a', 2],
    ['2026-11-22', 'b', 5],
  ]);
});

const step = (counts: Partial<StepCounts>): StepCounts => ({
  step: '/consent',
  entered: 0,
  completed: 0,
  withdrawn: 0,
  turnedAway: 0,
  active: 0,
  idle: 0,
  inactive: 0,
  droppedOut: 0,
  medianSeconds: null,
  ...counts,
});

test('only withdrawn or inactive participants count as dropped out of a step', () => {
  const rows = funnelRows([
    step({ entered: 40, completed: 30, withdrawn: 1, droppedOut: 3, active: 4, inactive: 2 }),
    step({ entered: 30, completed: 30 }),
  ]);
  expect(rows.map(({ reached, lost }) => [reached, lost])).toEqual([
    [1, 0.1],
    [0.75, 0],
  ]);
});

test('a step without participants has no share', () => {
  expect(funnelRows([step({})])[0]).toMatchObject({ reached: null, lost: null });
});
