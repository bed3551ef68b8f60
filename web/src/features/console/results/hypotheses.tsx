import type {
  ReportFactorHypothesis as FactorHypothesis,
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

/** What the table shows of a hypothesis about arms or factors. */
type Row = Pick<
  Hypothesis,
  'id' | 'verdict' | 'statement' | 'words' | 'outcome' | 'margin' | 'pMargin'
> & { contrast: Pick<Hypothesis['contrast'], 'value' | 'low' | 'high' | 'p' | 'pHolm' | 'why'> };

function aboutFactors(one: FactorHypothesis): Row {
  const contrast = { ...one.contrast, pHolm: one.pHolm };
  return { ...one, outcome: 'd_prime', contrast, margin: null, pMargin: null };
}

/** Each hypothesis of the plan with its verdict, including guardrails. */
export function Hypotheses({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const rows: Row[] = [
    ...report.hypotheses,
    ...(report.factors?.hypotheses ?? []).map(aboutFactors),
  ];
  const unitOf = (one: Row) =>
    report.outcomes.find((outcome) => outcome.id === one.outcome)?.unit ?? 'points';
  const margin = numeric<Row>('margin', w.margin, (row) =>
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
      <Table<Row>
        caption={w.hypotheses}
        rows={rows}
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
            numeric<Row>('difference', w.difference, (row) =>
              differenceWriter(unitOf(row))(row.contrast.value),
            ),
            numeric<Row>('interval', w.interval, ({ contrast, ...row }) =>
              interval(contrast.low, contrast.high, differenceWriter(unitOf({ contrast, ...row }))),
            ),
            numeric<Row>('p', w.p, ({ contrast }) => pValue(contrast.pHolm ?? contrast.p)),
          ].map((column) => ({ ...column, why: (row: Row) => row.contrast.why })),
          ...(rows.some((one) => one.margin != null) ? [margin] : []),
        ]}
      />
    </Section>
  );
}
