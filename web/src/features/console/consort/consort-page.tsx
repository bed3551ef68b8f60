import { Fragment } from 'react';
import type { ConsortArm, ConsortPart, FlowFigure, Report } from '@/api/schema';
import { interfaceLocale, useLocale } from '@/lib/locale';
import { useConsoleMessages } from '@/locales/console';
import { Computed } from '../data/computed';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';

import { useSimulated } from '../data/simulated';
import { useSameFigures } from '../parts/drawing';
import { num } from '../parts/format';
import { PrintButton } from '../parts/print-button';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { useStepName } from '../parts/use-step-name';
import s from './consort.module.css';
import { Diagram } from './diagram';

/** The flow of participants according to CONSORT 2025, as a drawing and as a table. */
export default function ConsortPage() {
  const simulated = useSimulated();
  return (
    <>
      <Computed>{(report) => <FlowPart report={report} />}</Computed>
      <PackagePart simulated={simulated} />
    </>
  );
}

/** Time until a diagram that is not there yet is requested again, in ms. */
const AGAIN = 1_500;

function FlowPart({ report }: { report: Report }) {
  const w = useConsoleMessages().consort;
  const locale = interfaceLocale(useLocale());
  // A request during a change, such as an exclusion, comes before its report, and the figures may then be the same.
  const query = useRead(
    '/api/admin/drawings/flow',
    { query: { simulated: useSimulated(), locale } },
    (data) => (data && data.svg === null ? AGAIN : false),
  );
  useSameFigures(query, report);
  return (
    <Section title={w.diagram} help={w.help} tools={<PrintButton />}>
      <Loaded query={query}>
        {({ svg, rows }) => (
          <>
            {svg && <Diagram svg={svg} />}
            <details className={s.table}>
              <summary>{w.asTable}</summary>
              <Table<FlowFigure>
                caption={w.diagram}
                rows={rows}
                rowKey={(_, at) => String(at)}
                columns={[
                  { id: 'stage', label: w.stage, cell: (row) => row.stage },
                  { id: 'arm', label: w.arm, cell: (row) => row.arm ?? w.allParticipants },
                  {
                    id: 'what',
                    label: w.what,
                    wide: true,
                    head: true,
                    cell: (row) =>
                      row.reason ? <span className={s.deep}>{row.what}</span> : row.what,
                  },
                  numeric('n', w.people, (row) => num(row.people)),
                ]}
              />
            </details>
          </>
        )}
      </Loaded>
    </Section>
  );
}

const PART_COUNTS = [
  'due',
  'opened',
  'started',
  'completed',
  'underWay',
  'missed',
  'declined',
  'timedOut',
  'failed',
  'withdrawn',
  'excluded',
  'analysable',
] as const;

/** In most studies, no part is declined, or ended by a time limit or by failed checks. */
function countsOf(arms: ConsortArm[]) {
  const parts = arms.flatMap((arm) => arm.parts);
  const ended = parts.some((part) => part.timedOut + part.failed > 0);
  const declined = parts.some((part) => part.declined > 0);
  const isShown = { timedOut: ended, failed: ended, declined };
  return PART_COUNTS.filter((id) => !(id in isShown) || isShown[id as keyof typeof isShown]);
}

/** The counts as in a data package: all participants with a slot. */
function PackagePart({ simulated }: { simulated: boolean }) {
  const w = useConsoleMessages().consort;
  const stepName = useStepName();
  const query = useRead('/api/admin/consort', { query: { simulated } });
  const count = (id: Exclude<keyof typeof w.counts, 'excluded'>) =>
    numeric<ConsortArm>(id, w.counts[id], (row) => num(row[id]));
  return (
    <Section title={w.package} help={w.packageHelp}>
      <Loaded query={query}>
        {(figures) => (
          <>
            <p>
              {w.packageLine(
                num(figures.registered),
                num(figures.consented),
                num(figures.unallocated),
              )}
            </p>
            {figures.screenedOut + figures.quotaFull + figures.timedOut + figures.failed > 0 && (
              <p>
                {w.turnedAway(
                  num(figures.screenedOut),
                  num(figures.quotaFull),
                  num(figures.timedOut),
                  num(figures.failed),
                )}
              </p>
            )}
            <Table<ConsortArm>
              caption={w.package}
              rows={figures.arms}
              rowKey={(row) => row.arm.id}
              columns={[
                { id: 'arm', label: w.arm, head: true, cell: (row) => row.arm.label },
                count('allocated'),
                count('exposed'),
                count('completed'),
                count('underWay'),
                ...(figures.arms.some((row) => row.timedOut + row.failed > 0)
                  ? [count('timedOut'), count('failed')]
                  : []),
                count('withdrawnKept'),
                count('withdrawnErased'),
                numeric('excluded', w.counts.excluded, (row) =>
                  row.excluded.length === 0 ? (
                    num(0)
                  ) : (
                    <span className={s.reasons}>
                      {row.excluded.map((one, at) => (
                        <Fragment key={`${one.asPlanned} ${one.reason}`}>
                          {at > 0 && ', '}
                          <bdi>{one.asPlanned ? w.asPlanned(one.reason) : one.reason}</bdi>
                          {` (${num(one.people)})`}
                        </Fragment>
                      ))}
                    </span>
                  ),
                ),
                count('analysable'),
              ]}
            />
            {figures.arms.some((arm) => arm.parts.length > 0) && (
              <Table<ConsortPart & { arm: string }>
                caption={w.parts}
                captionShown
                rows={figures.arms.flatMap((arm) =>
                  arm.parts.map((part) => ({ ...part, arm: arm.arm.label })),
                )}
                rowKey={(row) => `${row.wave} ${row.arm}`}
                columns={[
                  {
                    id: 'part',
                    label: w.part,
                    cell: (row) => <span className={s.name}>{row.title}</span>,
                  },
                  { id: 'arm', label: w.arm, head: true, cell: (row) => row.arm },
                  ...countsOf(figures.arms).map((id) =>
                    numeric<ConsortPart>(id, w.partCounts[id], (row) => num(row[id])),
                  ),
                ]}
              />
            )}
            {figures.blinded ? (
              <p>{w.stepsMasked}</p>
            ) : (
              <Table<{ arm: string; step: string; entered: number; stopped: number }>
                caption={w.steps}
                captionShown
                rows={figures.arms.flatMap((arm) =>
                  arm.entered.map(({ step, people }) => ({
                    arm: arm.arm.label,
                    step,
                    entered: people,
                    stopped: arm.stopped.find((one) => one.step === step)?.people ?? 0,
                  })),
                )}
                rowKey={(row) => `${row.arm} ${row.step}`}
                columns={[
                  {
                    id: 'arm',
                    label: w.arm,
                    cell: (row) => <span className={s.name}>{row.arm}</span>,
                  },
                  { id: 'step', label: w.step, head: true, cell: (row) => stepName(row.step) },
                  numeric('entered', w.entered, (row) => num(row.entered)),
                  numeric('stopped', w.stopped, (row) => num(row.stopped)),
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
