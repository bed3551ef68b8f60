import type {
  ReportFactorEffect as Effect,
  ReportFactorial as Factorial,
  ReportNumber as Num,
  Report,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { useSimulated } from '../data/simulated';
import { Chart } from '../parts/chart';
import { interval, NONE, num, pValue } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { differenceWriter, writer } from './unit';

const write = writer('deviations');
const difference = differenceWriter('deviations');

/** The cells of a factorial design, its main effects and interactions. */
export function Factors({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const { factors } = report;
  if (!factors) return null;
  const about = factors.why ?? w.peopleInModel(factors.n);
  return (
    <Section title={w.factors} help={`${w.factorsHelp} ${about}`}>
      {!factors.why && (
        <>
          <Cells report={report} factorial={factors} />
          <Levels factorial={factors} />
          <Contrasts factorial={factors} />
          <Tests factorial={factors} />
        </>
      )}
    </Section>
  );
}

type Of = { factorial: Factorial };

function Cells({ report, factorial }: Of & { report: Report }) {
  const w = useConsoleMessages().results;
  return (
    <Chart<Factorial['cells'][number]>
      title={w.cells}
      note={w.cellsNote}
      source={{
        path: '/api/admin/drawings/results',
        query: { chart: 'cells', simulated: useSimulated() },
        figures: report,
      }}
      tableShown
      rows={factorial.cells}
      empty={factorial.cells.find((cell) => cell.mean.why)?.mean.why ?? undefined}
      rowKey={(row) => String(row.arm)}
      columns={[
        ...factorial.factors.map((factor, at) => ({
          id: factor.id,
          label: factor.id,
          head: at === 0,
          cell: (row: Factorial['cells'][number]) => factor.levels[row.levels[at] ?? 0]?.label,
        })),
        numeric('n', w.n, (row) => num(row.mean.n)),
        ...meanColumns<Factorial['cells'][number]>(w, (row) => row.mean),
      ]}
    />
  );
}

function Levels({ factorial }: Of) {
  const w = useConsoleMessages().results;
  const rows = factorial.factors.flatMap((factor) =>
    factor.levels.map((level) => ({ ...level, factor: factor.id })),
  );
  return (
    <Table<(typeof rows)[number]>
      caption={w.levelMeans}
      captionShown
      rows={rows}
      rowKey={(row) => `${row.factor} ${row.id}`}
      columns={[
        { id: 'factor', label: w.factor, head: true, cell: (row) => row.factor },
        { id: 'level', label: w.level, cell: (row) => row.label },
        numeric('n', w.n, (row) => num(row.mean.n)),
        ...meanColumns<(typeof rows)[number]>(w, (row) => row.mean),
      ]}
    />
  );
}

function meanColumns<Row>(w: { mean: string; interval: string }, of: (row: Row) => Num) {
  return [
    numeric<Row>('mean', w.mean, (row) =>
      of(row).value == null ? of(row).why : write(of(row).value),
    ),
    numeric<Row>('interval', w.interval, (row) => interval(of(row).low, of(row).high, write)),
  ];
}

function Contrasts({ factorial }: Of) {
  const w = useConsoleMessages().results;
  const rows = factorial.effects.flatMap((effect) =>
    effect.contrasts.map((one) => ({
      ...one,
      key: `${effect.factors.join()} ${one.levels.join()}`,
      effect: nameOf(factorial, effect),
      contrast: contrastOf(factorial, effect, one.levels),
    })),
  );
  return (
    <Table<(typeof rows)[number]>
      caption={w.mainEffects}
      captionShown
      rows={rows}
      rowKey={(row) => row.key}
      columns={[
        { id: 'contrast', label: w.contrast, head: true, cell: (row) => row.contrast },
        { id: 'effect', label: w.effect, cell: (row) => row.effect },
        numeric('difference', w.difference, (row) => row.why ?? difference(row.value)),
        numeric('interval', w.interval, (row) => interval(row.low, row.high, difference)),
        numeric('error', w.standardError, (row) => num(row.standardError, 3)),
        numeric('t', 't', (row) => num(row.t, 2)),
        numeric('df', 'df', (row) => num(row.df)),
        numeric('p', w.p, (row) => pValue(row.p)),
      ]}
    />
  );
}

function Tests({ factorial }: Of) {
  const w = useConsoleMessages().results;
  const df = ({ numeratorDf, denominatorDf }: Effect) =>
    numeratorDf == null ? NONE : `${num(numeratorDf)}, ${num(denominatorDf)}`;
  return (
    <Table<Effect>
      caption={w.effectTests}
      captionShown
      rows={factorial.effects}
      rowKey={(row) => row.factors.join()}
      columns={[
        { id: 'effect', label: w.effect, head: true, cell: (row) => nameOf(factorial, row) },
        numeric('f', 'F', (row) => row.why ?? num(row.f, 2)),
        numeric('df', 'df', df),
        numeric('p', w.p, (row) => pValue(row.p)),
      ]}
    />
  );
}

/** `label`, or `label × load` for an interaction. */
function nameOf({ factors }: Factorial, effect: Effect): string {
  return effect.factors.map((at) => factors[at]?.id).join(' \u00d7 ');
}

/** `Shown − None`, or `(Shown − None) × (High − Low)` for an interaction. */
function contrastOf({ factors }: Factorial, effect: Effect, chosen: number[]): string {
  const pairs = effect.factors.map((at, place) => {
    const levels = factors[at]?.levels;
    return `${levels?.[chosen[place] ?? 0]?.label} \u2212 ${levels?.[0]?.label}`;
  });
  return pairs.length > 1 ? pairs.map((pair) => `(${pair})`).join(' \u00d7 ') : (pairs[0] ?? '');
}
