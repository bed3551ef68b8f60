import type {
  ReportBaseline as Baseline,
  ReportBaselineArm as BaselineArm,
  Report,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { NONE, num, percent } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { writer } from './unit';

type Row = { id: string; label: string; cell: (arm: BaselineArm) => string };

/** What the randomised participants of each arm were like before the arms differed. */
export function BaselineTable({ report }: { report: Report }) {
  const messages = useConsoleMessages();
  const w = messages.results;
  const known = report.baseline.some((one) => one.arms.some((arm) => arm.n + arm.missing > 0));
  const rows = report.baseline.flatMap((one) =>
    rowsOf(one, w).map((row) => ({ ...row, arms: one.arms })),
  );
  return (
    <Section title={w.baseline} help={w.baselineHelp}>
      <Table<Row & { arms: BaselineArm[] }>
        caption={w.baseline}
        rows={known ? rows : []}
        empty={messages.chart.empty}
        rowKey={(row) => row.id}
        columns={[
          {
            id: 'characteristic',
            label: w.characteristic,
            head: true,
            wide: true,
            cell: (row) => row.label,
          },
          ...report.arms.map((arm, at) =>
            numeric<Row & { arms: BaselineArm[] }>(arm.id, arm.label, (row) => {
              const cell = row.arms[at];
              return cell ? row.cell(cell) : NONE;
            }),
          ),
        ]}
      />
    </Section>
  );
}

type Messages = ReturnType<typeof useConsoleMessages>['results'];

function rowsOf({ id, label, unit, answers, arms }: Baseline, w: Messages): Row[] {
  const missing: Row = { id: `${id} missing`, label: w.noValue, cell: (arm) => num(arm.missing) };
  const ending = arms.some((arm) => arm.missing > 0) ? [missing] : [];
  if (unit) {
    const show = writer(unit);
    const cell = (arm: BaselineArm) =>
      arm.n > 0
        ? `${show(arm.mean)} (${arm.deviation == null ? w.noDeviation : show(arm.deviation)})`
        : NONE;
    return [{ id, label: w.meanAndSd(label), cell }, ...ending];
  }
  const counts = answers.map((answer, at) => ({
    id: `${id} ${at}`,
    label: `– ${answer}`,
    cell: (arm: BaselineArm) =>
      arm.n > 0 ? `${num(arm.people[at])} (${percent((arm.people[at] ?? 0) / arm.n, 1)})` : NONE,
  }));
  return [{ id, label: w.countAndShare(label), cell: (arm) => num(arm.n) }, ...counts, ...ending];
}
