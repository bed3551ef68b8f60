import type {
  ReportAdviceArm as AdviceArm,
  ReportAdvisedMeasure as Measure,
  Report,
  ReportNumber,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { NONE, num } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import s from './results.module.css';
import { differenceWriter, estimate, writer } from './unit';
import { partTitle } from './waves';

type Row = AdviceArm & { key: string; test: string };
type MeasureRow = Measure & { key: string; arm: number; test: string };

/** Judgements before and after advice, by test and arm; nothing without any. */
export function Advice({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const share = writer('share');
  const label = (row: { arm: number }) => report.arms[row.arm]?.label ?? NONE;
  const rows = (report.advice ?? []).flatMap(({ wave, phase, arms }): Row[] => {
    const test = wave === 'main' ? w.adviceTests[phase] : partTitle(report, wave, w.firstPart);
    return arms.map((arm) => ({ ...arm, key: `${wave} ${phase} ${arm.arm}`, test }));
  });
  if (rows.length === 0) return null;
  const measures = rows.flatMap(({ key, arm, test, measures }): MeasureRow[] =>
    measures.map((one) => ({ ...one, key: `${key} ${one.id}`, arm, test })),
  );
  return (
    <Section title={w.advice} help={w.adviceHelp}>
      <Table<MeasureRow>
        caption={w.adviceMeasures}
        captionShown
        rows={measures}
        rowKey={(row) => row.key}
        columns={[
          { id: 'arm', label: w.arm, head: true, cell: label },
          { id: 'test', label: w.adviceTest, cell: (row) => row.test },
          { id: 'outcome', label: w.outcome, cell: (row) => row.label },
          numeric('people', w.advicePeople, (row) => num(row.change.n)),
          numeric('initial', w.initialAnswer, (row) => shown(row.initial, writer(row.unit))),
          numeric('final', w.finalAnswer, (row) => shown(row.final, writer(row.unit))),
          numeric('change', w.adviceChange, (row) => shown(row.change, differenceWriter(row.unit))),
        ]}
      />
      <Table<Row>
        caption={w.adviceAnswers}
        captionShown
        rows={rows}
        rowKey={(row) => row.key}
        columns={[
          { id: 'arm', label: w.arm, head: true, cell: label },
          { id: 'test', label: w.adviceTest, cell: (row) => row.test },
          numeric('people', w.advicePeople, (row) => num(row.switched.n)),
          numeric('answers', w.adviceJudgements, (row) => num(row.answers)),
          numeric('switched', w.switched, (row) => shown(row.switched, share)),
          numeric('to', w.toCorrect, (row) => shown(row.toCorrect, share)),
          numeric('from', w.fromCorrect, (row) => shown(row.fromCorrect, share)),
        ]}
      />
      <Table<Row>
        caption={w.adviceAdopted}
        captionShown
        rows={rows}
        rowKey={(row) => row.key}
        columns={[
          { id: 'arm', label: w.arm, head: true, cell: label },
          { id: 'test', label: w.adviceTest, cell: (row) => row.test },
          numeric('people', w.advicePeople, (row) => num(row.adopted.n)),
          numeric('disagreed', w.disagreed, (row) => num(row.disagreed)),
          numeric('adopted', w.adopted, (row) => shown(row.adopted, share)),
          numeric('right', w.adoptedRight, (row) => shown(row.adoptedRight, share)),
          numeric('wrong', w.adoptedWrong, (row) => shown(row.adoptedWrong, share)),
        ]}
      />
    </Section>
  );
}

/** A number with its interval, or the reason that there is none, which may break. */
function shown(number: ReportNumber, write: Parameters<typeof estimate>[1]) {
  const text = estimate(number, write);
  return number.value == null && number.why ? <span className={s.why}>{text}</span> : text;
}
