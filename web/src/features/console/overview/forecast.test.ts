import { expect, test } from 'vitest';
import type { ArmOverview, Overview } from '@/api/schema';
import { forecast } from './forecast';

type Days = Record<string, [number, number]>;

/** A study with two arms and what they were allocated on each day. */
function study(days: Days, more: Partial<Pick<Overview, 'target' | 'status'>> = {}) {
  const taken = [0, 1].map((at) =>
    Object.values(days).reduce((sum, counts) => sum + (counts[at] ?? 0), 0),
  );
  const arms = taken.map((allocated) => ({ allocated })) as ArmOverview[];
  const of = (arm: string, allocated: number) => ({
    ...{ arm, allocated, exposed: 0, finished: 0, withdrawn: 0 },
  });
  return {
    arms,
    days: Object.entries(days).map(([day, [a, b]]) => ({ day, arms: [of('a', a), of('b', b)] })),
    target: 100,
    status: 'open' as const,
    ...more,
  };
}

const MONTH: Days = {
  '2026-11-01': [20, 20],
  '2026-11-20': [3, 4],
  '2026-11-24': [4, 3],
  '2026-11-26': [5, 1],
};

test('the rate is that of the last seven complete days, those without events included', () => {
  // 14 in seven days; today's six are taken, but no rate yet. 40 are left.
  expect(forecast(study(MONTH), '2026-11-26')).toEqual({
    rate: { perDay: 2, days: 7 },
    done: '2026-12-16',
  });
});

test('a study younger than a week has the rate since its first day', () => {
  const young = study({ '2026-11-24': [2, 1], '2026-11-25': [0, 2], '2026-11-26': [9, 9] });
  expect(forecast(young, '2026-11-26').rate).toEqual({ perDay: 2.5, days: 2 });
});

test('there is no rate before the first complete day', () => {
  expect(forecast(study({}), '2026-11-26').rate).toBeNull();
  expect(forecast(study({ '2026-11-26': [3, 4] }), '2026-11-26')).toEqual({
    rate: null,
    done: null,
  });
});

test('no date is forecast without a target, when it is reached, or while nobody can come', () => {
  const on = (more: Parameters<typeof study>[1]) => forecast(study(MONTH, more), '2026-11-26').done;
  expect([on({ target: null }), on({ target: 60 }), on({ status: 'paused' })]).toEqual([
    null,
    null,
    null,
  ]);
  expect(on({ status: 'closed' })).toBeNull();
  expect(forecast(study(MONTH), '2026-12-26')).toEqual({
    rate: { perDay: 0, days: 7 },
    done: null,
  });
});

test('a date that is ten years away has no name', () => {
  expect(forecast(study(MONTH, { target: 2_000_000_000 }), '2026-11-26').done).toBe('far');
});
