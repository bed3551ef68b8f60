import type {
  ReportContrast as Contrast,
  ReportModeratorGroup as Group,
  ReportModerator as Moderator,
  Report,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { interval, num, pEquals } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { differenceWriter, whyOf } from './unit';

const write = differenceWriter('deviations');

type Row = Contrast & { group: Group };

type Props = { report: Report };

/** Exploratory: whether the differences between arms depend on who participates, or on what is judged. */
export function Moderators({ report }: Props) {
  const w = useConsoleMessages().results;
  if (report.moderators.length === 0) return null;
  return (
    <Section title={w.moderators} help={w.moderatorsHelp}>
      {report.moderators.map((moderator) => (
        <Differences key={moderator.id} moderator={moderator} report={report} />
      ))}
    </Section>
  );
}

function Differences({ moderator, report }: Props & { moderator: Moderator }) {
  const messages = useConsoleMessages();
  const w = messages.results;
  const { label, meaning, groups, f, numeratorDf, denominatorDf, p, why } = moderator;
  const pair = (one: Contrast) =>
    `${report.arms[one.arm]?.label ?? ''} \u2212 ${report.arms[one.against]?.label ?? ''}`;
  const rows: Row[] = groups.flatMap((group) =>
    group.contrasts.map((contrast) => ({ ...contrast, group })),
  );
  const test =
    f == null
      ? (why ?? '')
      : w.interaction(num(numeratorDf), num(denominatorDf), num(f, 2), pEquals(p));
  return (
    <>
      <Table<Row>
        caption={`${label}: ${test}`}
        captionShown
        rows={rows.some((row) => row.value != null) ? rows : []}
        empty={whyOf(rows) ?? messages.chart.empty}
        rowKey={(row) => `${row.group.label} ${row.comparison}`}
        columns={[
          { id: 'group', label: w.group, head: true, cell: (row) => row.group.label },
          { id: 'pair', label: w.comparison, cell: pair },
          numeric('n', w.n, (row) => num(row.group.after.reduce((sum, mean) => sum + mean.n, 0))),
          numeric('d', w.difference, (row) =>
            row.value == null && row.why ? row.why : write(row.value),
          ),
          numeric('interval', w.interval, (row) => interval(row.low, row.high, write)),
        ]}
      />
      <p className="note">{meaning}</p>
    </>
  );
}
