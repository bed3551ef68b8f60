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
import { interval, num, pEquals, percent, pValue } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { marginColumns, marginOf } from './margin';
import { differenceWriter, whyOf } from './unit';

const write = differenceWriter('deviations');
const share = (value: number | null | undefined) => percent(value, 1);

type Row = Contrast & { population: Population };

type Props = { report: Report };

/** Whether the answer depends on who is counted, and on who left. `contrasts`: whether arms are compared. */
export function Robustness({ report, contrasts }: Props & { contrasts: boolean }) {
  const w = useConsoleMessages().results;
  return (
    <Section title={w.robustness} help={w.robustnessHelp}>
      {contrasts && <Comparisons report={report} />}
      <Loss report={report} />
    </Section>
  );
}

function Comparisons({ report }: Props) {
  const w = useConsoleMessages().results;
  const pair = (one: Contrast) =>
    `${report.arms[one.arm]?.label ?? ''} \u2212 ${report.arms[one.against]?.label ?? ''}`;
  const rows: Row[] = report.populations.flatMap((population) =>
    population.contrasts.map((contrast) => ({ ...contrast, population })),
  );
  return (
    <>
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
          numeric('n', w.n, (row) => num(row.n)),
          numeric('d', w.difference, (row) => write(row.value)),
          numeric('interval', w.interval, (row) => interval(row.low, row.high, write)),
          numeric('p', w.p, (row) => pValue(row.p)),
          numeric('holm', w.pHolm, (row) => pValue(row.pHolm)),
          ...marginColumns<Row>(w, rows, (row) => marginOf(row.population.margins, row)),
        ]}
      />
      <Table<Bounds>
        caption={w.bounds}
        captionShown
        rows={report.bounds}
        rowKey={(row) => row.comparison}
        columns={[
          { id: 'comparison', label: w.comparison, head: true, cell: (row) => row.comparison },
          numeric('worst', w.worst, (row) => write(row.worst)),
          numeric('observed', w.observed, (row) => write(row.observed)),
          numeric('best', w.best, (row) => write(row.best)),
        ]}
      />
    </>
  );
}

function Loss({ report }: Props) {
  const messages = useConsoleMessages();
  const w = messages.results;
  const { arms, chiSquare, df, p } = report.loss;
  const lost = arms.reduce((sum, arm) => sum + arm.lost, 0);
  // There is a test only if some were lost and some were not.
  const isEmpty = arms.every((arm) => arm.randomised === 0);
  const untested = isEmpty ? w.nobodyRandomised : lost === 0 ? w.nobodyLost : w.allLost;
  return (
    <Table<ArmLoss>
      caption={chiSquare == null ? untested : w.lossTest(num(chiSquare, 2), num(df), pEquals(p))}
      captionShown
      rows={isEmpty ? [] : arms}
      empty={messages.chart.empty}
      rowKey={(row) => String(row.arm)}
      columns={[
        { id: 'arm', label: w.arm, head: true, cell: (row) => report.arms[row.arm]?.label },
        numeric('randomised', w.randomised, (row) => num(row.randomised)),
        numeric('lost', w.lost, (row) => num(row.lost)),
        numeric('share', w.lostShare, (row) => share(row.share.value)),
        numeric('interval', w.interval, (row) => interval(row.share.low, row.share.high, share)),
      ]}
    />
  );
}
