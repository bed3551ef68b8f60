import type { ArmDay, ArmOverview, Overview, StepCounts } from '@/api/schema';

/** One arm on one day, with the total up to it. */
export type EnrolmentRow = ArmDay & {
  day: string;
  /** The number allocated up to the end of this day. */
  soFar: number;
};

const NONE = { allocated: 0, exposed: 0, finished: 0, withdrawn: 0 };

/** The days in order for each arm, with cumulative totals. */
export function enrolmentRows(overview: Pick<Overview, 'arms' | 'days'>): EnrolmentRow[] {
  const sums = new Map<string, number>();
  return overview.days.flatMap(({ day, arms }) =>
    overview.arms.map(({ arm: { id } }) => {
      const now = arms.find((one) => one.arm === id) ?? { ...NONE, arm: id };
      const soFar = (sums.get(id) ?? 0) + now.allocated;
      sums.set(id, soFar);
      return { ...now, day, soFar };
    }),
  );
}

/** The counts of the completion funnel. */
type Counts = Overview['all'];

const COUNTS = [
  'allocated',
  'exposed',
  'finished',
  'underWay',
  'withdrawn',
  'erased',
  'excluded',
] as const satisfies (keyof Counts)[];

/** Assigned slots, as the target and the quotas count them; released ones do not count. */
export const slotsTaken = ({ arms }: Pick<Overview, 'arms'>): number =>
  arms.reduce((sum, arm) => sum + arm.allocated, 0);

/** All participants without a slot: the difference between the total and the sum of the arms. */
function withoutSlot({ all, arms }: Pick<Overview, 'all' | 'arms'>): Counts {
  const rest = { ...all };
  for (const count of COUNTS) {
    rest[count] -= arms.reduce((sum, arm) => sum + arm[count], 0);
  }
  return rest;
}

/** A row of the enrolment table. */
export type ArmRow = Counts & Pick<ArmOverview, 'quota'> & { id: string; label: string };

/** The arms, and the participants without a slot, if any; they add up to the total. */
export function armRows(overview: Pick<Overview, 'all' | 'arms'>, noSlot: string): ArmRow[] {
  const arms = overview.arms.map((one) => ({ ...one, ...one.arm }));
  const rest = withoutSlot(overview);
  const row = { ...rest, id: '', label: noSlot, quota: null };
  return rest.allocated > 0 ? [...arms, row] : arms;
}

/** The participants that a chart by arm and day omits, because only the count of erased ones is known. */
export function leftOut(overview: Pick<Overview, 'all' | 'arms'>) {
  const { allocated, erased } = withoutSlot(overview);
  return { erased: overview.all.erased, noSlot: allocated - erased };
}

/** A step of the funnel. */
export type FunnelRow = StepCounts & {
  /** The share of participants who entered this step, of those who entered the first. */
  reached: number | null;
  /** The share of participants who dropped out, of those who entered this step. */
  lost: number | null;
};

const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);

/**
 * The completion funnel. Participants who withdrew, or were inactive for a day, count as dropped out; the others may
 * still continue.
 */
export function funnelRows(steps: readonly StepCounts[]): FunnelRow[] {
  const first = steps[0]?.entered ?? 0;
  return steps.map((step) => ({
    ...step,
    reached: share(step.entered, first),
    lost: share(step.withdrawn + step.droppedOut, step.entered),
  }));
}
