import type {
  ReportArmLoss as ArmLoss,
  ReportBounds as Bounds,
  ReportContrast as Contrast,
  ReportPopulation as Population,
  Report,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { useSimulated } from '../data/simulated';
import { Chart } from '../parts/chart';
import { interval, num, percent, pValue } from '../parts/format';
import { Section } from '../parts/section';
import { Table } from '../parts/table';
import { differenceWriter } from './unit';
import { whyOf } from './why';

const write = differenceWriter('deviations');
const share = (value: number | null | undefined) => percent(value, 1);

type Row = Contrast & { population: Population };

/** Whether the answer depends on who is counted, and on who left. */
export function Robustness({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const pair = (one: Contrast) =>
    `${report.arms[one.arm]?.label ?? ''} \u2212 ${report.arms[one.against]?.label ?? ''}`;
  const rows: Row[] = report.populations.flatMap((population) =>
    population.contrasts.map((contrast) => ({ ...contrast, population })),
  );
  return (
    <Section title={w.robustness} help={w.robustnessHelp}>
      <Chart<Row>
        title={w.populations}
        note={w.populationsNote}
        source={{
          path: '/api/admin/drawings/results',
          query: { chart: 'populations', simulated: useSimulated() },
          figures: report,
        }}
        rows={rows}
        empty={whyOf(rows)}
        rowKey={(row) => `${row.population.id} ${row.comparison}`}
        columns={[
          { id: 'who', label: w.population, head: true, cell: (row) => row.population.label },
          { id: 'pair', label: w.comparison, cell: pair },
          { id: 'n', label: w.n, number: true, cell: (row) => num(row.n) },
          { id: 'd', label: w.difference, number: true, cell: (row) => write(row.value) },
          {
            id: 'interval',
            label: w.interval,
            number: true,
            cell: (row) => interval(row.low, row.high, write),
          },
          { id: 'p', label: w.pHolm, number: true, cell: (row) => pValue(row.pHolm ?? row.p) },
        ]}
      />
      <Table<Bounds>
        caption={w.bounds}
        captionShown
        rows={report.bounds}
        rowKey={(row) => row.comparison}
        columns={[
          { id: 'comparison', label: w.comparison, head: true, cell: (row) => row.comparison },
          { id: 'worst', label: w.worst, number: true, cell: (row) => write(row.worst) },
          { id: 'observed', label: w.observed, number: true, cell: (row) => write(row.observed) },
          { id: 'best', label: w.best, number: true, cell: (row) => write(row.best) },
        ]}
      />
      <Table<ArmLoss>
        caption={w.lossTest(
          num(report.loss.chiSquare, 2),
          num(report.loss.df),
          pValue(report.loss.p),
        )}
        captionShown
        rows={report.loss.arms}
        rowKey={(row) => String(row.arm)}
        columns={[
          { id: 'arm', label: w.arm, head: true, cell: (row) => report.arms[row.arm]?.label },
          {
            id: 'randomised',
            label: w.randomised,
            number: true,
            cell: (row) => num(row.randomised),
          },
          { id: 'lost', label: w.lost, number: true, cell: (row) => num(row.lost) },
          { id: 'share', label: w.lostShare, number: true, cell: (row) => share(row.share.value) },
          {
            id: 'interval',
            label: w.interval,
            number: true,
            cell: (row) => interval(row.share.low, row.share.high, share),
          },
        ]}
      />
    </Section>
  );
}
