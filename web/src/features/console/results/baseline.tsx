import type { ReportBaselineArm as BaselineArm, Report } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { NONE } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { type Row, rowsOf } from './characteristics';

/** What the randomised participants of each arm were like before the arms differed. */
export function BaselineTable({ report }: { report: Report }) {
  const messages = useConsoleMessages();
  const w = messages.results;
  const known = report.baseline.some((one) => one.arms.some((arm) => arm.n + arm.missing > 0));
  const rows = report.baseline.flatMap((one) =>
    rowsOf(one, one.arms, w).map((row) => ({ ...row, arms: one.arms })),
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
