import type {
  ReportSpecificationCurve as Curve,
  Report,
  ReportSpecification as Specification,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { useSimulated } from '../data/simulated';
import { Chart } from '../parts/chart';
import { interval, num } from '../parts/format';
import { Section } from '../parts/section';
import { numeric } from '../parts/table';
import { differenceWriter, whyOf } from './unit';

const write = differenceWriter('deviations');

type Props = { report: Report };

/** Each comparison under every combination of choices of the analysis. */
export function Specifications({ report }: Props) {
  const w = useConsoleMessages().results;
  if (report.specifications.length === 0) return null;
  return (
    <Section title={w.specifications} help={w.specificationsHelp}>
      {report.specifications.map((curve) => (
        <SpecificationCurve key={curve.comparison} curve={curve} report={report} />
      ))}
    </Section>
  );
}

/** The smallest effect first, as in the drawing; what has none comes last. */
function ascending(one: Specification, other: Specification): number {
  const of = ({ standardised }: Specification) => standardised?.value ?? Number.POSITIVE_INFINITY;
  return of(one) === of(other) ? 0 : of(one) - of(other);
}

function SpecificationCurve({ curve, report }: Props & { curve: Curve }) {
  const w = useConsoleMessages().results;
  const { comparison, arm, against, decisions, summary } = curve;
  const rows = [...curve.specifications].sort(ascending);
  const labelOf = (at: number, row: Specification) =>
    decisions[at]?.options.find((option) => option.id === row.choices[at])?.label ?? w.notNeeded;
  const labels = [arm, against].map((index) => report.arms[index]?.label ?? '');
  // While the study is blinded, a comparison has no other name.
  const pair = labels.join(' \u2212 ');
  return (
    <Chart<Specification>
      title={comparison === pair ? pair : `${comparison}: ${pair}`}
      note={summary}
      source={{
        path: '/api/admin/drawings/results',
        query: { chart: 'specifications', comparison, simulated: useSimulated() },
        figures: report,
      }}
      scrolls
      rows={rows}
      empty={whyOf(rows)}
      rowKey={(row) => row.choices.join(' ')}
      columns={[
        {
          id: 'number',
          label: w.specification,
          head: true,
          cell: (row) => {
            const number = num(rows.indexOf(row) + 1);
            return row.planned ? `${number} (${w.asPlanned})` : number;
          },
        },
        ...decisions.map(({ id, label }, at) => ({
          id,
          label,
          cell: (row: Specification) => labelOf(at, row),
        })),
        numeric('n', w.n, (row) => num(row.n)),
        numeric('d', w.difference, (row) =>
          row.value == null && row.why ? row.why : differenceWriter(row.unit)(row.value),
        ),
        numeric('interval', w.interval, (row) =>
          interval(row.low, row.high, differenceWriter(row.unit)),
        ),
        numeric('g', w.hedgesG, (row) => write(row.standardised?.value)),
        numeric('gInterval', w.hedgesGInterval, (row) =>
          interval(row.standardised?.low, row.standardised?.high, write),
        ),
      ]}
    />
  );
}
