import type { ReportDropoutsArm as DropoutsArm, Report } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { NONE, num } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { type Row, rowsOf } from './characteristics';

type Cells = Row & { arm: DropoutsArm };

/** What the participants without the primary outcome were like, in all arms; nothing if all have it. */
export function Dropouts({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const isLost = ({ without }: DropoutsArm) => without.n + without.missing > 0;
  if (!report.dropouts[0]?.arms.some(isLost)) return null;
  const tables = report.arms.map((arm, at) => {
    const rows = report.dropouts.flatMap((one): Cells[] => {
      const own = one.arms[at];
      return own
        ? rowsOf(one, [own.with, own.without], w).map((row) => ({ ...row, arm: own }))
        : [];
    });
    return { id: arm.id, label: arm.label, rows };
  });
  return (
    <Section title={w.dropouts} help={w.dropoutsHelp}>
      {tables.map(({ id, label, rows }) => (
        <Table<Cells>
          key={id}
          caption={label}
          captionShown
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            {
              id: 'characteristic',
              label: w.characteristic,
              head: true,
              wide: true,
              cell: (row) => row.label,
            },
            numeric('with', w.hasOutcome, (row) => row.cell(row.arm.with)),
            numeric('without', w.lacksOutcome, (row) => row.cell(row.arm.without)),
            numeric('difference', w.standardisedDifference, (row) =>
              row.at === undefined ? NONE : num(row.arm.differences[row.at], 2),
            ),
          ]}
        />
      ))}
    </Section>
  );
}
