import type {
  ReportComplianceArm as Arm,
  ReportComplierEffect as Effect,
  Report,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { interval, num, percent, pValue } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { differenceWriter } from './unit';

const write = differenceWriter('deviations');

/** The training taken, and the effect of taking it; nothing if no arm has training. */
export function Compliance({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const { arms, effects, threshold } = report.compliance;
  if (arms.length === 0) return null;
  const words = effects.filter((one) => one.words !== '');
  return (
    <Section title={w.compliance} help={w.complianceHelp}>
      <Table<Arm>
        caption={w.complianceArms(percent(threshold))}
        captionShown
        rows={arms}
        rowKey={(row) => String(row.arm)}
        columns={[
          { id: 'arm', label: w.arm, head: true, cell: (row) => report.arms[row.arm]?.label },
          numeric('randomised', w.randomised, (row) => num(row.randomised)),
          numeric('compliers', w.compliers, (row) => share(row.compliers, row.randomised)),
          numeric('analysed', w.hasOutcome, (row) => num(row.analysed)),
          numeric('taken', w.analysedCompliers, (row) =>
            share(row.analysedCompliers, row.analysed),
          ),
          numeric('dose', w.meanDose, (row) => percent(row.meanDose, 1)),
        ]}
      />
      <Table<Effect>
        caption={w.complierEffects}
        captionShown
        rows={effects}
        rowKey={(row) => `${row.contrast.comparison} ${row.dose}`}
        columns={[
          { id: 'pair', label: w.comparison, head: true, cell: (row) => row.contrast.comparison },
          { id: 'dose', label: w.dose, cell: (row) => w.doses(row.dose) },
          numeric('d', w.effect, ({ contrast }) => contrast.why ?? write(contrast.value)),
          numeric('interval', w.interval, ({ contrast }) =>
            interval(contrast.low, contrast.high, write),
          ),
          numeric('p', w.p, (row) => pValue(row.contrast.p)),
          numeric('first', w.firstStage, firstStage),
        ]}
      />
      {words.length > 0 && (
        <ul>
          {words.map((one) => (
            <li key={`${one.contrast.comparison} ${one.dose}`}>
              {`${one.contrast.comparison}, ${w.doses(one.dose)}: ${one.words}`}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function share(part: number, of: number) {
  return of === 0 ? num(part) : `${num(part)} (${percent(part / of, 1)})`;
}

function firstStage({ firstStage: found, firstStageF: f }: Effect) {
  return f == null ? percent(found, 1) : `${percent(found, 1)}, F = ${num(f, 1)}`;
}
