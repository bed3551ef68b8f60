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
import { Chart } from '../parts/chart';
import { interval, num, percent } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import s from './results.module.css';
import { writer } from './unit';
import { usePhase } from './use-phase';

const ADDRESS = { calibration: 'after' } as const;
const area = writer('area');

type Props = { report: Report };
type Row = Curves['calibration'][number] & { arm: Arm };

/** The calibration of confidence ratings. */
export function Calibration({ report }: Props) {
  const w = useConsoleMessages().results;
  const { phase, picker } = usePhase(ADDRESS, w.calibration);
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
      {picker}
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
          numeric('confidence', w.confidence, (row) => percent(row.confidence)),
          numeric('answers', w.answers, (row) => num(row.answers)),
          numeric('right', w.right, (row) => percent(row.accuracy, 1)),
          numeric('interval', w.interval, (row) =>
            interval(row.low, row.high, (value) => percent(value, 1)),
          ),
        ]}
      />
      <Areas report={report} phase={phase} />
    </Section>
  );
}

function Areas({ report, phase }: Props & { phase: Phase }) {
  const w = useConsoleMessages().results;
  const { empty } = useConsoleMessages().chart;
  const rows = report.curves.filter((curves) => curves.phase === phase);
  const written = (one: Num) =>
    one.value == null ? (
      <span className={s.why}>{one.why ?? num(null)}</span>
    ) : (
      `${area(one.value)} ${interval(one.low, one.high, area)}`
    );
  return (
    <Table<Curves>
      caption={w.areas}
      captionShown
      rows={rows.some((row) => row.auc.n > 0) ? rows : []}
      empty={empty}
      rowKey={(row) => String(row.arm)}
      columns={[
        { id: 'arm', label: w.arm, head: true, cell: (row) => report.arms[row.arm]?.label },
        numeric('n', w.n, (row) => num(row.auc.n)),
        numeric('auc', w.auc, (row) => written(row.auc)),
        numeric('type2', w.type2, (row) => written(row.type2Auc)),
      ]}
    />
  );
}
