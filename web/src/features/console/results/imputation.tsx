import type {
  ReportContrast as Contrast,
  ReportTippingPoint as Point,
  Report,
  ReportTipping as Tipping,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { useSimulated } from '../data/simulated';
import { Chart } from '../parts/chart';
import { interval, num, percent, pValue } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { marginColumns, marginOf } from './margin';
import { differenceWriter, whyOf } from './unit';

const write = differenceWriter('deviations');

type Row = Contrast & { information: number | null | undefined };
type Shifted = Point & { tipping: Tipping };
type Props = { report: Report };

/** The primary comparisons with imputed outcomes, and with shifted ones; nothing if no outcome is missing. */
export function Imputation({ report }: Props) {
  const w = useConsoleMessages().results;
  const { imputations, imputed, contrasts, margins, marginTipping, missingInformation, tipping } =
    report.imputation;
  if (imputations === 0) return null;
  const rows: Row[] = contrasts.map((one, at) => ({ ...one, information: missingInformation[at] }));
  const counts = report.arms.map((arm, at) => `${arm.label} ${num(imputed[at])}`);
  return (
    <Section title={w.imputation} help={w.imputationHelp}>
      <Table<Row>
        caption={w.imputedDifference(num(imputations), counts.join(', '))}
        captionShown
        rows={rows.some((row) => row.value != null) ? rows : []}
        empty={whyOf(rows)}
        rowKey={(row) => row.comparison}
        columns={[
          { id: 'pair', label: w.comparison, head: true, cell: (row) => pair(report, row) },
          numeric('d', w.difference, (row) =>
            row.value == null && row.why ? row.why : write(row.value),
          ),
          numeric('interval', w.interval, (row) => interval(row.low, row.high, write)),
          numeric('p', w.p, (row) => pValue(row.p)),
          numeric('holm', w.pHolm, (row) => pValue(row.pHolm)),
          ...marginColumns<Row>(w, rows, (row) => marginOf(margins, row)),
          numeric('information', w.missingInformation, (row) => percent(row.information, 1)),
        ]}
      />
      {tipping.length + marginTipping.length > 0 && <Shifts report={report} />}
    </Section>
  );
}

function Shifts({ report }: Props) {
  const w = useConsoleMessages().results;
  const { marginTipping, tipping } = report.imputation;
  const rows: Shifted[] = tipping.flatMap((one) =>
    one.points.map((point) => ({ ...point, tipping: one })),
  );
  return (
    <>
      <ul>
        {[...tipping, ...marginTipping].map(({ comparison, arm, down, up }) => (
          <li key={comparison}>
            {w.tips(
              comparison,
              report.arms[arm]?.label ?? '',
              down == null ? null : num(-down, 1),
              up == null ? null : num(up, 1),
            )}
          </li>
        ))}
      </ul>
      <Chart<Shifted>
        title={w.tipping}
        note={w.tippingNote}
        source={{
          path: '/api/admin/drawings/results',
          query: { chart: 'tipping', simulated: useSimulated() },
          figures: report,
        }}
        rows={rows}
        rowKey={(row) => `${row.tipping.comparison} ${row.shift}`}
        columns={[
          { id: 'pair', label: w.comparison, head: true, cell: (row) => pair(report, row.tipping) },
          numeric('shift', w.shift, (row) => write(row.shift)),
          numeric('d', w.difference, (row) => write(row.value)),
          numeric('interval', w.interval, (row) => interval(row.low, row.high, write)),
          numeric('holm', w.pHolm, (row) => pValue(row.pHolm)),
        ]}
      />
    </>
  );
}

function pair(report: Report, one: { arm: number; against: number }) {
  return `${report.arms[one.arm]?.label ?? ''} \u2212 ${report.arms[one.against]?.label ?? ''}`;
}
