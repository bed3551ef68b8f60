import type { Report, ReportWatchedArm as WatchedArm } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { clock, interval, NONE, num, percent } from '../parts/format';
import { Section } from '../parts/section';
import { type Column, numeric, Table } from '../parts/table';
import { estimate } from './unit';
import { partTitle } from './waves';

type Row = WatchedArm & { wave: string };

/** How long recordings without a question were watched, by part and arm; nothing without any. */
export function Watched({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const rows = (report.compliance.watched ?? []).flatMap(({ wave, arms }): Row[] =>
    arms.map((arm) => ({ ...arm, wave })),
  );
  if (rows.length === 0) return null;
  const part: Column<Row> = {
    id: 'part',
    label: w.part,
    cell: (row) => partTitle(report, row.wave, w.firstPart),
  };
  return (
    <Section title={w.watched} help={w.watchedHelp}>
      <Table<Row>
        caption={w.watched}
        rows={rows}
        rowKey={(row) => `${row.wave} ${row.arm}`}
        columns={[
          {
            id: 'arm',
            label: w.arm,
            head: true,
            cell: (row) => report.arms[row.arm]?.label ?? NONE,
          },
          ...(report.waves?.length ? [part] : []),
          numeric('people', w.watchedPeople, (row) => num(row.people)),
          numeric('length', w.watchedLength, (row) => clock(row.length)),
          numeric('n', w.watchedReported, (row) => num(row.minutes.n)),
          numeric('median', w.watchedMedian, (row) => clock(row.minutes.median)),
          numeric('quartiles', w.watchedQuartiles, ({ minutes: { low, high } }) =>
            interval(low, high, clock),
          ),
          numeric('half', w.watchedHalf, (row) => estimate(row.half, percent)),
          numeric('all', w.watchedAll, (row) => estimate(row.all, percent)),
        ]}
      />
    </Section>
  );
}
