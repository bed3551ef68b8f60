import type {
  ReportArmLoss as ArmLoss,
  ReportBounds as Bounds,
  ReportContrast as Contrast,
  ReportPopulation as Population,
  Report,
} from '@/api/schema';
import { useConsoleWords } from '@/locales/console';

import { Chart } from '../parts/chart';
import { interval, num, percent, pValue } from '../parts/format';
import type { Series } from '../parts/point';
import { Section } from '../parts/section';
import { Table } from '../parts/table';
import { differenceWriter } from './unit';
import { whyOf } from './why';

const write = differenceWriter('deviations');
const share = (value: number | null | undefined) => percent(value, 1);

type Props = { report: Report; series: Series[] };
type Row = Contrast & { population: Population };

/** Whether the answer depends on who is counted, and on who left. */
export function Robustness({ report, series }: Props) {
  const w = useConsoleWords().results;
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
        kind="intervals"
        point={(row) => ({
          name: row.population.label,
          series: row.comparison,
          value: row.value ?? null,
          low: row.low,
          high: row.high,
        })}
        setting={{
          series: (report.populations[0]?.contrasts ?? []).map((one, at) => ({
            id: one.comparison,
            label: pair(one),
            tint: (at + 1) % 4,
          })),
          unit: w.difference,
          format: (value) => write(value),
          reference: 0,
        }}
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
          { id: 'arm', label: w.arm, head: true, cell: (row) => series[row.arm]?.label },
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
