import type {
  ReportContrast as Contrast,
  ReportModeratorGroup as Group,
  ReportModerator as Moderator,
  ReportModeratorPoint as Point,
  Report,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { useSimulated } from '../data/simulated';
import { Chart } from '../parts/chart';
import { Tag } from '../parts/controls';
import { interval, num, pEquals, pValue } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { TONES } from './hypotheses';
import { differenceWriter, whyOf } from './unit';

const write = differenceWriter('deviations');

type Row = Contrast & { group: Group };
type Predicted = Contrast & { point: Point };

type Props = { report: Report };
type One = Props & { moderator: Moderator };

/** Whether the differences between arms depend on who participates, or on what is judged. */
export function Moderators({ report }: Props) {
  const w = useConsoleMessages().results;
  if (report.moderators.length === 0) return null;
  return (
    <Section title={w.moderators} help={w.moderatorsHelp}>
      {report.moderators.map((moderator) => {
        const Differences = moderator.continuous == null ? ByGroup : AlongNumber;
        return <Differences key={moderator.id} moderator={moderator} report={report} />;
      })}
    </Section>
  );
}

const pairOf = (report: Report) => (one: Contrast) =>
  `${report.arms[one.arm]?.label ?? ''} \u2212 ${report.arms[one.against]?.label ?? ''}`;

/** Name and role of a moderator with its test, or why there is none. */
function useTest({ label, role, f, numeratorDf, denominatorDf, p, pHolm, why }: Moderator): string {
  const w = useConsoleMessages().results;
  const name = `${label} (${w.moderatorRoles[role]})`;
  if (f == null) return `${name}: ${why ?? ''}`;
  const corrected = pHolm == null ? w.uncorrected : w.afterHolm(pEquals(pHolm));
  return `${name}: ${w.interaction(num(numeratorDf), num(denominatorDf), num(f, 2), pEquals(p))}, ${corrected}`;
}

/** The verdict on the hypothesis of a confirmatory moderator. */
function Decided({ moderator: { hypothesis, verdict, words } }: { moderator: Moderator }) {
  const w = useConsoleMessages().results;
  if (hypothesis == null || verdict == null) return null;
  return (
    <p>
      <strong>{hypothesis}</strong> <Tag tone={TONES[verdict]}>{w.verdicts[verdict]}</Tag> {words}
    </p>
  );
}

/** What a model predicts along a moderator that is a number. */
function AlongNumber({ moderator, report }: One) {
  const messages = useConsoleMessages();
  const w = messages.results;
  const { id, meaning, continuous } = moderator;
  const rows: Predicted[] = (continuous?.points ?? []).flatMap((point) =>
    point.contrasts.map((contrast) => ({ ...contrast, point })),
  );
  const slopes = continuous?.slopes ?? [];
  return (
    <>
      <Chart<Predicted>
        title={useTest(moderator)}
        note={meaning}
        source={{
          path: '/api/admin/drawings/results',
          query: { chart: 'moderator', moderator: id, simulated: useSimulated() },
          figures: report,
        }}
        rows={rows.some((row) => row.value != null) ? rows : []}
        empty={whyOf(rows) ?? messages.chart.empty}
        rowKey={(row) => `${row.point.label} ${row.comparison}`}
        columns={[
          { id: 'at', label: w.at, head: true, cell: (row) => row.point.label },
          numeric('value', w.moderatorValue, (row) => num(row.point.value, 2)),
          { id: 'pair', label: w.comparison, cell: pairOf(report) },
          numeric('n', w.n, (row) => num(row.n)),
          numeric('d', w.difference, (row) => write(row.value)),
          numeric('interval', w.interval, (row) => interval(row.low, row.high, write)),
        ]}
      />
      <Table<Contrast>
        caption={w.slopes}
        captionShown
        rows={slopes.some((row) => row.value != null) ? slopes : []}
        empty={whyOf(slopes) ?? messages.chart.empty}
        rowKey={(row) => row.comparison}
        columns={[
          { id: 'pair', label: w.comparison, head: true, cell: pairOf(report) },
          numeric('slope', w.slope, (row) => write(row.value)),
          numeric('interval', w.interval, (row) => interval(row.low, row.high, write)),
          numeric('p', `${w.p}, ${w.uncorrected}`, (row) => pValue(row.p)),
        ]}
      />
      <Decided moderator={moderator} />
    </>
  );
}

function ByGroup({ moderator, report }: One) {
  const messages = useConsoleMessages();
  const w = messages.results;
  const { meaning, groups } = moderator;
  const rows: Row[] = groups.flatMap((group) =>
    group.contrasts.map((contrast) => ({ ...contrast, group })),
  );
  return (
    <>
      <Table<Row>
        caption={useTest(moderator)}
        captionShown
        rows={rows.some((row) => row.value != null) ? rows : []}
        empty={whyOf(rows) ?? messages.chart.empty}
        rowKey={(row) => `${row.group.label} ${row.comparison}`}
        columns={[
          { id: 'group', label: w.group, head: true, cell: (row) => row.group.label },
          { id: 'pair', label: w.comparison, cell: pairOf(report) },
          numeric('n', w.n, (row) => num(row.group.after.reduce((sum, mean) => sum + mean.n, 0))),
          numeric('d', w.difference, (row) =>
            row.value == null && row.why ? row.why : write(row.value),
          ),
          numeric('interval', w.interval, (row) => interval(row.low, row.high, write)),
        ]}
      />
      <p className="note">{meaning}</p>
      <Decided moderator={moderator} />
    </>
  );
}
