import { useMemo } from 'react';
import type {
  ReportArm as Arm,
  ReportArmWaveLoss as ArmLoss,
  ReportContrast as Contrast,
  ReportNumber as Num,
  Report,
  ReportRetainedDifference as Retained,
  ReportWave as Wave,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import type { ConsoleMessages } from '@/locales/console.en';

import { useSimulated } from '../data/simulated';
import { Chart } from '../parts/chart';
import { interval, longDay, num, pEquals, percent, pValue } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { differenceWriter, estimate, numbers, whyOf, writer } from './unit';

/** The later parts of the study: who came back, what they judged, and how much of a difference is retained. */
export function LaterWaves({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const { waves } = report;
  if (!waves || waves.length === 0) return null;
  const isJudged = waves.some((wave) => wave.outcomes.length > 0);
  return (
    <Section title={w.waves} help={isJudged ? `${w.wavesHelp} ${w.wavesJudged}` : w.wavesHelp}>
      {waves.map((wave) => (
        <CameBack key={wave.id} wave={wave} report={report} />
      ))}
      {isJudged && (
        <>
          <Means report={report} waves={waves} />
          <Differences report={report} waves={waves} />
          <RetainedShares report={report} waves={waves} />
          <p className="help">{expectations(report, waves, w).join(' ')}</p>
        </>
      )}
    </Section>
  );
}

/** What the plan says about the parts with judgements. A blinded report has no hypotheses, whatever is planned. */
function expectations(report: Report, waves: Wave[], w: ConsoleMessages['results']): string[] {
  const { masked } = report.about;
  const sentences = waves.flatMap(({ outcomes, hypothesis, part, title }) => {
    if (outcomes.length === 0) return [];
    const expected = hypothesis ? w.expectedLater(hypothesis, title) : w.exploratoryLater(title);
    return [...(masked ? [] : [expected]), ...(part ? [w.retainedOfPart(title, part)] : [])];
  });
  return masked ? [w.blindedLater, ...sentences] : sentences;
}

function CameBack({ wave, report }: { wave: Wave; report: Report }) {
  const { results: w, table } = useConsoleMessages();
  const { loss } = wave;
  const points = differenceWriter('share');
  // An arm without participants, or a part without the control arm: then nothing is compared.
  const isCompared = loss.arms.some((arm) => arm.difference);
  const notes = [
    loss.p == null ? null : w.cameBackTest(num(loss.chiSquare, 2), num(loss.df), pEquals(loss.p)),
    loss.closes == null ? null : w.lastDay(longDay(loss.closes)),
  ].filter((note) => note !== null);
  return (
    <>
      <Table<ArmLoss>
        caption={w.cameBack(wave.title)}
        captionShown
        rows={loss.arms}
        rowKey={(row) => String(row.arm)}
        columns={[
          { id: 'arm', label: w.arm, head: true, cell: (row) => report.arms[row.arm]?.label },
          numeric('planned', w.plannedFor, (row) => num(row.planned)),
          numeric('begun', w.begun, (row) => num(row.begun)),
          numeric('completed', w.completedPart, (row) => num(row.completed)),
          numeric('lost', w.notCompleted, (row) => num(row.notCompleted)),
          numeric('share', w.notCompletedShare, ({ share }) => estimate(share, writer('share'))),
          numeric('difference', w.differenceInPoints, ({ difference }) => {
            if (difference) return estimate(difference, points);
            return isCompared ? w.comparedWith : table.notComputed;
          }),
        ]}
      />
      <Table<ArmLoss>
        caption={w.ofAllRandomised(wave.title)}
        captionShown
        rows={loss.arms}
        rowKey={(row) => String(row.arm)}
        columns={[
          { id: 'arm', label: w.arm, head: true, cell: (row) => report.arms[row.arm]?.label },
          numeric('before', w.completedBefore, (row) => num(row.completedBefore)),
          numeric('ofAll', w.notCompletedOfAll, ({ shareOfRandomised }) =>
            estimate(shareOfRandomised, writer('share')),
          ),
        ]}
      />
      {notes.length > 0 && <p className="help">{notes.join(' ')}</p>}
    </>
  );
}

type MeanRow = Num & { key: string; outcome: string; part: string; arm: Arm };

function Means({ report, waves }: { report: Report; waves: Wave[] }) {
  const w = useConsoleMessages().results;
  const write = writer('deviations');
  const rows = useMemo(
    () =>
      report.outcomes.flatMap(({ id, label, after }): MeanRow[] => {
        const of = (part: string, key: string, means: Num[]): MeanRow[] =>
          report.arms.flatMap((arm, at) => {
            const mean = means[at];
            return mean
              ? [{ ...mean, key: `${id} ${key} ${arm.id}`, outcome: label, part, arm }]
              : [];
          });
        const later = waves.flatMap((wave) => {
          const own = wave.outcomes.find((outcome) => outcome.id === id);
          const has = ({ arm }: MeanRow) =>
            wave.loss.arms.some((loss) => report.arms[loss.arm]?.id === arm.id);
          return own ? of(wave.title, wave.id, own.means).filter(has) : [];
        });
        return later.length > 0 ? [...of(w.firstPart, 'main', after), ...later] : [];
      }),
    [report, waves, w],
  );
  return (
    <Chart<MeanRow>
      title={w.meansByPart}
      note={w.meanNote}
      source={{
        path: '/api/admin/drawings/results',
        query: { chart: 'parts', simulated: useSimulated() },
        figures: report,
      }}
      tableShown
      rows={rows}
      empty={whyOf(rows)}
      rowKey={(row) => row.key}
      columns={[
        { id: 'part', label: w.part, head: true, cell: (row) => row.part },
        { id: 'outcome', label: w.outcome, cell: (row) => row.outcome },
        { id: 'arm', label: w.arm, cell: (row) => row.arm.label },
        numeric('n', w.n, (row) => num(row.n)),
        numeric('mean', w.mean, (row) => row.why ?? write(row.value)),
        numeric('interval', w.interval, (row) => interval(row.low, row.high, write)),
      ]}
    />
  );
}

type DifferenceRow = Contrast & { key: string; outcome: string; part: string };

function Differences({ report, waves }: { report: Report; waves: Wave[] }) {
  const w = useConsoleMessages().results;
  const write = differenceWriter('deviations');
  const rows = waves.flatMap((wave) =>
    wave.outcomes.flatMap(({ id, label, contrasts }) =>
      contrasts.map((one): DifferenceRow => {
        const key = `${wave.id} ${id} ${one.comparison}`;
        return { ...one, key, outcome: label, part: wave.title };
      }),
    ),
  );
  return (
    <Table<DifferenceRow>
      caption={w.differencesByPart}
      captionShown
      rows={rows}
      rowKey={(row) => row.key}
      columns={[
        { id: 'pair', label: w.comparison, head: true, cell: (row) => pair(report, row) },
        { id: 'part', label: w.part, cell: (row) => row.part },
        { id: 'outcome', label: w.outcome, cell: (row) => row.outcome },
        numeric('n', w.n, (row) => num(row.n)),
        {
          id: 'difference',
          label: w.difference,
          wide: true,
          cell: (row) => row.why ?? write(row.value),
        },
        numeric('interval', w.interval, (row) => interval(row.low, row.high, write)),
        numeric('p', w.p, (row) => pValue(row.p)),
      ]}
    />
  );
}

type RetainedRow = Retained & { key: string; part: string };

function RetainedShares({ report, waves }: { report: Report; waves: Wave[] }) {
  const w = useConsoleMessages().results;
  const write = differenceWriter('deviations');
  const rows = waves.flatMap((wave) =>
    wave.retained.map(
      (one): RetainedRow => ({ ...one, key: `${wave.id} ${one.comparison}`, part: wave.title }),
    ),
  );
  return (
    <Table<RetainedRow>
      caption={w.retainedDifference}
      captionShown
      rows={rows}
      rowKey={(row) => row.key}
      columns={[
        { id: 'pair', label: w.comparison, head: true, cell: (row) => pair(report, row) },
        { id: 'part', label: w.part, cell: (row) => row.part },
        numeric('n', w.n, (row) => num(row.share.n)),
        numeric('first', w.firstDifference, (row) => numbers(row.first, write)),
        numeric('later', w.laterDifference, (row) => numbers(row.later, write)),
        {
          id: 'share',
          label: w.shareRetained,
          wide: true,
          cell: ({ share }) =>
            share.why ?? estimate(share, (value) => percent(value).replace('-', '\u2212')),
        },
      ]}
    />
  );
}

/** The name of a part of the study. `firstPart` is what the first one is called. */
export function partTitle(report: Report, id: string, firstPart: string): string {
  return report.waves?.find((wave) => wave.id === id)?.title ?? firstPart;
}

function pair(report: Report, { arm, against }: { arm: number; against: number }): string {
  return `${report.arms[arm]?.label ?? ''} \u2212 ${report.arms[against]?.label ?? ''}`;
}
