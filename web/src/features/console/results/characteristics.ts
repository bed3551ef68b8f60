import type { ReportBaselineArm as BaselineArm, ReportUnit as Unit } from '@/api/schema';
import type { useConsoleMessages } from '@/locales/console';

import { NONE, num, percent } from '../parts/format';
import { writer } from './unit';

/** A row of a table of characteristics. `at` is the index of its standardised difference, if it has one. */
export type Row = {
  id: string;
  label: string;
  cell: (group: BaselineArm) => string;
  at?: number;
};

type Characteristic = { id: string; label: string; unit?: Unit | null; answers: string[] };
type Messages = ReturnType<typeof useConsoleMessages>['results'];

/** The rows of a characteristic in some groups of people. */
export function rowsOf(
  { id, label, unit, answers }: Characteristic,
  groups: BaselineArm[],
  w: Messages,
): Row[] {
  const missing: Row = {
    id: `${id} missing`,
    label: w.noValue,
    cell: (group) => num(group.missing),
  };
  const ending = groups.some((group) => group.missing > 0) ? [missing] : [];
  if (unit) {
    const show = writer(unit);
    const cell = (group: BaselineArm) =>
      group.n > 0
        ? `${show(group.mean)} (${group.deviation == null ? w.noDeviation : show(group.deviation)})`
        : NONE;
    return [{ id, label: w.meanAndSd(label), cell, at: 0 }, ...ending];
  }
  const counts = answers.map((answer, at) => ({
    id: `${id} ${at}`,
    label: `– ${answer}`,
    at,
    cell: (group: BaselineArm) =>
      group.n > 0
        ? `${num(group.people[at])} (${percent((group.people[at] ?? 0) / group.n, 1)})`
        : NONE,
  }));
  return [
    { id, label: w.countAndShare(label), cell: (group) => num(group.n) },
    ...counts,
    ...ending,
  ];
}
