import { useMemo } from 'react';
import type {
  ReportArm as Arm,
  ReportCurves as Curves,
  ReportNumber as Num,
  ReportPhase as Phase,
  Report,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { useSimulated } from '../data/simulated';
import { useSearch } from '../data/use-search';
import { Chart } from '../parts/chart';
import { Filters, Pick } from '../parts/controls';
import { interval, num, percent } from '../parts/format';
import { Section } from '../parts/section';
import { Table } from '../parts/table';
import { writer } from './unit';

const ADDRESS = { calibration: 'after' };
const area = writer('area');

type Props = { report: Report };
type Row = Curves['calibration'][number] & { arm: Arm };

/** Whether people know when they are right. */
export function Calibration({ report }: Props) {
  const w = useConsoleMessages().results;
  const [{ calibration }, setSearch] = useSearch(ADDRESS);
  const phase: Phase = calibration === 'before' ? 'before' : 'after';
  const rows = useMemo(
    () =>
      report.curves
        .filter((curves) => curves.phase === phase)
        .flatMap((curves) => {
          const arm = report.arms[curves.arm];
          return arm ? curves.calibration.map((point) => ({ ...point, arm })) : [];
        }),
    [report, phase],
  );
  return (
    <Section title={w.calibration} help={w.calibrationHelp}>
      <Filters label={w.calibration}>
        <Pick
          label={w.phase}
          value={phase}
          options={[
            { value: 'before', label: w.phases.before },
            { value: 'after', label: w.phases.after },
          ]}
          onChange={(value) => setSearch({ calibration: value })}
        />
      </Filters>
      <Chart<Row>
        title={w.calibrationChart(w.phases[phase])}
        note={w.calibrationNote}
        source={{
          path: '/api/admin/drawings/results',
          query: { chart: 'calibration', phase, simulated: useSimulated() },
          figures: report,
        }}
        rows={rows}
        rowKey={(row) => `${row.arm.id} ${row.confidence}`}
        columns={[
          { id: 'arm', label: w.arm, head: true, cell: (row) => row.arm.label },
          {
            id: 'confidence',
            label: w.confidence,
            number: true,
            cell: (row) => percent(row.confidence),
          },
          { id: 'answers', label: w.answers, number: true, cell: (row) => num(row.answers) },
          { id: 'right', label: w.right, number: true, cell: (row) => percent(row.accuracy, 1) },
          {
            id: 'interval',
            label: w.interval,
            number: true,
            cell: (row) => interval(row.low, row.high, (value) => percent(value, 1)),
          },
        ]}
      />
      <Areas report={report} phase={phase} />
    </Section>
  );
}

function Areas({ report, phase }: Props & { phase: Phase }) {
  const w = useConsoleMessages().results;
  const written = (one: Num) =>
    one.value == null
      ? (one.why ?? num(null))
      : `${area(one.value)} ${interval(one.low, one.high, area)}`;
  return (
    <Table<Curves>
      caption={w.areas}
      captionShown
      rows={report.curves.filter((curves) => curves.phase === phase)}
      rowKey={(row) => String(row.arm)}
      columns={[
        { id: 'arm', label: w.arm, head: true, cell: (row) => report.arms[row.arm]?.label },
        { id: 'n', label: w.n, number: true, cell: (row) => num(row.auc.n) },
        { id: 'auc', label: w.auc, number: true, cell: (row) => written(row.auc) },
        { id: 'type2', label: w.type2, number: true, cell: (row) => written(row.type2Auc) },
      ]}
    />
  );
}
