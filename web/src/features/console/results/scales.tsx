import type {
  ReportFlagCount as FlagCount,
  Report,
  ReportScale as Scale,
  ReportTimes as Times,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { duration, num } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { useStepName } from '../parts/use-step-name';

/** Scales of the questionnaires, durations and quality flags, by arm. */
export function Scales({ report }: { report: Report }) {
  const { arms } = report;
  const messages = useConsoleMessages();
  const w = messages.results;
  const stepName = useStepName();
  const { simulated, simulatedTimes } = report.about;
  const whose = simulatedTimes ? 'simulated' : simulated > 0 ? 'people' : 'all';
  const spread = (value: number | null | undefined) =>
    value == null ? w.noDeviation : num(value, 2);
  return (
    <Section title={w.more} help={w.flagsHelp(report.about.masked)}>
      <Table<Scale>
        caption={w.scales}
        captionShown
        rows={report.scales.some((row) => row.arms.some((arm) => arm.n > 0)) ? report.scales : []}
        empty={messages.chart.empty}
        rowKey={(row) => `${row.questionnaire} ${row.id}`}
        columns={[
          { id: 'scale', label: w.scale, head: true, cell: (row) => row.label },
          {
            id: 'asked',
            label: w.asked,
            cell: (row) => stepName(`/${row.questionnaire}-questionnaire`),
          },
          numeric('items', w.itemCount, (row) => num(row.items)),
          {
            ...numeric<Scale>('alpha', w.alpha, (row) => num(row.alpha.value, 2)),
            why: (row) => row.alpha.why,
          },
          ...arms.map((arm, at) => ({
            ...numeric<Scale>(arm.id, w.meanOf(arm.label), (row) => {
              const mean = row.arms[at];
              return mean?.value == null
                ? num(null)
                : `${num(mean.value, 2)} ± ${spread(mean.deviation)} (${num(mean.n)})`;
            }),
            why: (row: Scale) => row.arms[at]?.why,
          })),
        ]}
      />
      <Table<Times>
        caption={w.times(whose)}
        captionShown
        rows={report.times.some((row) => row.whole.n > 0) ? report.times : []}
        empty={w.noTimes}
        rowKey={(row) => String(row.arm)}
        columns={[
          {
            id: 'arm',
            label: w.arm,
            head: true,
            // All arms together while the study is blinded.
            cell: (row) => (row.arm == null ? messages.overview.allArms : arms[row.arm]?.label),
          },
          numeric('n', w.n, (row) => num(row.whole.n)),
          ...(['low', 'median', 'high'] as const).map((at) =>
            numeric<Times>(at, w.quartiles[at], ({ whole }) =>
              whole.n > 0 && whole[at] == null ? w.fewTimes : duration(whole[at]),
            ),
          ),
        ]}
      />
      <Table<FlagCount>
        caption={w.flags}
        captionShown
        rows={report.flags}
        rowKey={(row) => row.flag}
        columns={[
          { id: 'flag', label: w.flag, head: true, cell: (row) => row.label },
          numeric('people', messages.overview.allArms, (row) => num(row.people)),
          ...(report.about.masked ? [] : arms).map((arm, at) =>
            numeric<FlagCount>(arm.id, arm.label, (row) => num(row.arms[at])),
          ),
        ]}
      />
    </Section>
  );
}
