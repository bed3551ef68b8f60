import { useMemo } from 'react';
import type {
  ReportArm as Arm,
  ReportContrast as Contrast,
  ReportNumber as Num,
  ReportOutcome as Outcome,
  ReportPhase as Phase,
  Report,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { useSimulated } from '../data/simulated';
import { useSearch } from '../data/use-search';
import { Chart } from '../parts/chart';
import { Filters, Pick } from '../parts/controls';
import { interval, num, pValue } from '../parts/format';
import { Section } from '../parts/section';
import { numeric } from '../parts/table';
import { differenceWriter, whyOf, writer } from './unit';

const ADDRESS = { outcome: '' };

/** One outcome at a time: by arm before and afterwards, then arm against arm. */
export function OutcomeSection({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const [{ outcome: id }, setSearch] = useSearch(ADDRESS);
  const { outcomes } = report;
  const primary = outcomes.find((outcome) => outcome.primary) ?? outcomes[0];
  const outcome = outcomes.find((one) => one.id === id) ?? primary;
  if (!outcome) return null;
  return (
    <Section title={w.outcomes} help={outcome.meaning}>
      <Filters label={w.outcomes}>
        <Pick
          label={w.outcome}
          value={outcome.id}
          options={outcomes.map((one) => ({
            value: one.id,
            label: labelled(one, one.primary ? w.primary : one.role && w.roles[one.role]),
          }))}
          onChange={(value) => setSearch({ outcome: value === primary?.id ? '' : value })}
        />
      </Filters>
      <Means outcome={outcome} report={report} />
      <Differences outcome={outcome} report={report} />
    </Section>
  );
}

/** The name of an outcome, with what the plan calls it. */
function labelled({ label }: Outcome, role: string | null | undefined): string {
  return role ? `${label} (${role})` : label;
}

type MeanRow = Num & { arm: Arm; phase: Phase };

function Means({ outcome, report }: { outcome: Outcome; report: Report }) {
  const w = useConsoleMessages().results;
  const write = writer(outcome.unit);
  const rows = useMemo(() => {
    const of = (phase: Phase): MeanRow[] =>
      report.arms.flatMap((arm, at) => {
        const mean = outcome[phase][at];
        return mean ? [{ ...mean, arm, phase }] : [];
      });
    return [...of('before'), ...of('after')];
  }, [outcome, report]);
  // Scales have the same items before and after.
  const areJudged = outcome.unit !== 'points' && outcome.before.length > 0;
  return (
    <Chart<MeanRow>
      title={w.means(outcome.label)}
      note={[w.unit[outcome.unit], w.meanNote, areJudged && w.otherItems].filter(Boolean).join(' ')}
      source={{
        path: '/api/admin/drawings/results',
        query: { chart: 'means', outcome: outcome.id, simulated: useSimulated() },
        figures: report,
      }}
      rows={rows}
      empty={whyOf(rows)}
      rowKey={(row) => `${row.phase} ${row.arm.id}`}
      columns={[
        { id: 'phase', label: w.phase, head: true, cell: (row) => w.phases[row.phase] },
        { id: 'arm', label: w.arm, cell: (row) => row.arm.label },
        numeric('n', w.n, (row) => num(row.n)),
        numeric('mean', w.mean, (row) =>
          row.value == null && row.why ? row.why : write(row.value),
        ),
        numeric('sd', w.sd, (row) => write(row.deviation)),
        numeric('interval', w.interval, (row) => interval(row.low, row.high, write)),
      ]}
    />
  );
}

function Differences({ outcome, report }: { outcome: Outcome; report: Report }) {
  const w = useConsoleMessages().results;
  const write = differenceWriter(outcome.unit);
  const name = (one: Contrast) =>
    `${report.arms[one.arm]?.label ?? ''} \u2212 ${report.arms[one.against]?.label ?? ''}`;
  return (
    <Chart<Contrast>
      title={w.differences(outcome.label)}
      note={`${w.differenceUnit[outcome.unit]} ${w.differenceNote}`}
      source={{
        path: '/api/admin/drawings/results',
        query: { chart: 'differences', outcome: outcome.id, simulated: useSimulated() },
        figures: report,
      }}
      rows={outcome.contrasts}
      empty={whyOf(outcome.contrasts)}
      rowKey={(row) => row.comparison}
      columns={[
        { id: 'pair', label: w.comparison, head: true, cell: name },
        numeric('n', w.n, (row) => num(row.n)),
        numeric('difference', w.difference, (row) =>
          row.value == null && row.why ? row.why : write(row.value),
        ),
        numeric('interval', w.interval, (row) => interval(row.low, row.high, write)),
        numeric('standardised', w.hedgesG, (row) =>
          row.standardised == null ? num(null) : num(row.standardised.value, 2),
        ),
        numeric('se', w.se, (row) => write(row.standardError).replace('+', '')),
        numeric('t', w.t, (row) =>
          row.t == null ? num(null) : `${num(row.t, 2)} (${num(row.df)})`,
        ),
        numeric('p', w.p, (row) => pValue(row.p)),
        numeric('holm', w.pHolm, (row) => pValue(row.pHolm)),
      ]}
    />
  );
}
