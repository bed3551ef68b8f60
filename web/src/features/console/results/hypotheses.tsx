import type {
  ReportHypothesis as Hypothesis,
  Report,
  ReportVerdict as Verdict,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { Tag, type Tone } from '../parts/controls';
import { interval, pValue } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { differenceWriter } from './unit';

/** How a verdict is tinted. */
export const TONES: Record<Verdict, Tone> = {
  supported: 'good',
  shown: 'good',
  held: 'good',
  decided_by_model: 'info',
  different: 'info',
  not_shown: 'plain',
  not_different: 'plain',
  unclear: 'warn',
  opposite: 'bad',
  harm: 'bad',
  not_computed: 'plain',
};

/** Each hypothesis of the plan with its verdict, including guardrails. */
export function Hypotheses({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const unitOf = (one: Hypothesis) =>
    report.outcomes.find((outcome) => outcome.id === one.outcome)?.unit ?? 'points';
  const margin = numeric<Hypothesis>('margin', w.margin, (row) =>
    row.margin == null ? (
      w.noMargin
    ) : (
      <>
        {differenceWriter(unitOf(row))(row.margin).replace('+', '')}
        <br />p {pValue(row.pMargin)}
      </>
    ),
  );
  return (
    <Section
      title={w.hypotheses}
      help={report.about.masked ? w.hypothesesBlinded : w.hypothesesHelp}
    >
      <Table<Hypothesis>
        caption={w.hypotheses}
        rows={report.hypotheses}
        rowKey={(row, at) => `${row.id} ${at}`}
        empty={w.noHypotheses}
        stacks
        columns={[
          { id: 'id', label: w.hypothesis, head: true, cell: (row) => row.id },
          {
            id: 'verdict',
            label: w.verdict,
            cell: (row) => (
              <Tag tone={TONES[row.verdict]} breaks>
                {w.verdicts[row.verdict]}
              </Tag>
            ),
          },
          { id: 'statement', label: w.statement, wide: true, cell: (row) => row.statement },
          { id: 'words', label: w.words, wide: true, cell: (row) => row.words },
          ...[
            numeric<Hypothesis>('difference', w.difference, (row) =>
              differenceWriter(unitOf(row))(row.contrast.value),
            ),
            numeric<Hypothesis>('interval', w.interval, ({ contrast, ...row }) =>
              interval(contrast.low, contrast.high, differenceWriter(unitOf({ contrast, ...row }))),
            ),
            numeric<Hypothesis>('p', w.p, ({ contrast }) => pValue(contrast.pHolm ?? contrast.p)),
          ].map((column) => ({ ...column, why: (row: Hypothesis) => row.contrast.why })),
          ...(report.hypotheses.some((one) => one.margin != null) ? [margin] : []),
        ]}
      />
    </Section>
  );
}
