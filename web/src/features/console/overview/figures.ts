import type { Overview, StepCounts } from '../data/shapes';

/** One arm on one day, and all days up to it. */
export type EnrolmentRow = {
  day: string;
  arm: string;
  allocated: number;
  exposed: number;
  finished: number;
  withdrawn: number;
  /** Allocated up to the end of this day. */
  soFar: number;
};

/** The days one after the other for each arm, with what has added up. */
export function enrolmentRows(overview: Pick<Overview, 'arms' | 'days'>): EnrolmentRow[] {
  const sums = new Map<string, number>();
  return overview.days.flatMap(({ day, arms }) =>
    overview.arms.map(({ arm: { id } }) => {
      const now = arms.find((one) => one.arm === id);
      const soFar = (sums.get(id) ?? 0) + (now?.allocated ?? 0);
      sums.set(id, soFar);
      return {
        day,
        arm: id,
        allocated: now?.allocated ?? 0,
        exposed: now?.exposed ?? 0,
        finished: now?.finished ?? 0,
        withdrawn: now?.withdrawn ?? 0,
        soFar,
      };
    }),
  );
}

/** A step of the funnel. */
export type FunnelRow = StepCounts & {
  /** Of all who entered the first step, the share that came here. */
  reached: number | null;
  /** Of those who came here, the share that neither went on nor is still there. */
  lost: number | null;
};

const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);

/**
 * How far people come. Lost at a step is who withdrew there, and who has not moved for a day; who moved
 * since then may still go on.
 */
export function funnelRows(steps: readonly StepCounts[]): FunnelRow[] {
  const first = steps[0]?.entered ?? 0;
  return steps.map((step) => ({
    ...step,
    reached: share(step.entered, first),
    lost: share(step.withdrawn + step.gone, step.entered),
  }));
}
