import type {
  ReportFlagCount as FlagCount,
  Report,
  ReportScale as Scale,
  ReportTimes as Times,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { duration, num } from '../parts/format';
import { Section } from '../parts/section';
import { Table } from '../parts/table';
import { useStepName } from '../parts/use-step-name';

/** Scales of the questionnaires, how long it took, and signs of careless answers, by arm. */
export function Scales({ report }: { report: Report }) {
  const { arms } = report;
  const messages = useConsoleMessages();
  const w = messages.results;
  const stepName = useStepName();
  return (
    <Section title={w.more} help={w.flagsHelp(report.about.masked)}>
      <Table<Scale>
        caption={w.scales}
        captionShown
        rows={report.scales}
        rowKey={(row) => `${row.questionnaire} ${row.id}`}
        columns={[
          { id: 'scale', label: w.scale, head: true, cell: (row) => row.label },
          {
            id: 'asked',
            label: w.asked,
            cell: (row) => stepName(`/${row.questionnaire}-questionnaire`),
          },
          { id: 'items', label: w.itemCount, number: true, cell: (row) => num(row.items) },
          {
            id: 'alpha',
            label: w.alpha,
            number: true,
            cell: (row) => num(row.alpha.value, 2),
          },
          ...arms.map((arm, at) => ({
            id: arm.id,
            label: w.meanOf(arm.label),
            number: true,
            cell: (row: Scale) => {
              const mean = row.arms[at];
              return mean?.value == null
                ? num(null)
                : `${num(mean.value, 2)} ± ${num(mean.deviation, 2)} (${num(mean.n)})`;
            },
          })),
        ]}
      />
      <Table<Times>
        caption={w.times}
        captionShown
        rows={report.times}
        rowKey={(row) => String(row.arm)}
        columns={[
          {
            id: 'arm',
            label: w.arm,
            head: true,
            // While the arms are masked, of all of them together.
            cell: (row) => (row.arm == null ? messages.overview.allArms : arms[row.arm]?.label),
          },
          { id: 'n', label: w.n, number: true, cell: (row) => num(row.whole.n) },
          { id: 'low', label: w.quarter, number: true, cell: (row) => duration(row.whole.low) },
          { id: 'median', label: w.half, number: true, cell: (row) => duration(row.whole.median) },
          {
            id: 'high',
            label: w.threeQuarters,
            number: true,
            cell: (row) => duration(row.whole.high),
          },
        ]}
      />
      <Table<FlagCount>
        caption={w.flags}
        captionShown
        rows={report.flags}
        rowKey={(row) => row.flag}
        columns={[
          { id: 'flag', label: w.flag, head: true, cell: (row) => row.label },
          {
            id: 'people',
            label: messages.overview.allArms,
            number: true,
            cell: (row) => num(row.people),
          },
          ...(report.about.masked ? [] : arms).map((arm, at) => ({
            id: arm.id,
            label: arm.label,
            number: true,
            cell: (row: FlagCount) => num(row.arms[at]),
          })),
        ]}
      />
    </Section>
  );
}
