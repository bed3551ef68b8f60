import type {
  ReportSequentialLook as Look,
  Report,
  ReportSequential as Sequential,
  ReportLookTest as Test,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Tag } from '../parts/controls';
import { num, percent } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';

/** The planned looks at the primary hypotheses, with the bounds and tests of those that were taken. */
export function PlannedLooks({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const { sequential } = report;
  return (
    sequential && (
      <Section title={w.plannedLooks} help={w.plannedLooksHelp}>
        <p>
          {w.plannedAt(
            sequential.planned.map((look) => `${num(look.n)} (${percent(look.share)})`).join(', '),
            num(sequential.plannedN),
            w.spendings[sequential.spending],
          )}
        </p>
        {sequential.looks.length === 0 ? <p>{w.noLooksYet}</p> : <Tests sequential={sequential} />}
      </Section>
    )
  );
}

type Row = { look: Look; test: Test | undefined };

function Tests({ sequential }: { sequential: Sequential }) {
  const w = useConsoleMessages().results;
  const rows = sequential.looks.flatMap((look): Row[] =>
    look.tests.length > 0
      ? look.tests.map((test) => ({ look, test }))
      : [{ look, test: undefined }],
  );
  const p = (value: number) => num(value, 4);
  const tested = (id: string, label: string, cell: (test: Test) => string) =>
    numeric<Row>(id, label, ({ test }) => (test ? cell(test) : w.noTest));
  return (
    <Table<Row>
      caption={w.plannedLooks}
      rows={rows}
      rowKey={({ look, test }, at) => `${look.n} ${test?.hypothesis ?? at}`}
      stacks
      columns={[
        {
          id: 'look',
          label: w.look,
          head: true,
          cell: ({ look }) => (look.last ? w.finalLook : w.stages.planned_look),
        },
        numeric('n', w.lookN, ({ look }) => `${num(look.n)} (${percent(look.share)})`),
        numeric('spent', w.spent, ({ look }) => p(look.spent)),
        {
          id: 'hypothesis',
          label: w.hypothesis,
          cell: ({ test }) => (test ? (test.hypothesis ?? w.notNamed) : w.noTest),
        },
        tested('z', 'z', (test) => num(test.z, 2)),
        tested('bound', w.bound, (test) => num(test.bound.z, 4)),
        tested('p', 'p', (test) => p(test.p)),
        tested('needed', w.needed, (test) => p(test.bound.p)),
        {
          id: 'decision',
          label: w.decision,
          cell: ({ test }) =>
            test && (
              <Tag tone={test.crossed ? 'good' : 'plain'} breaks>
                {test.crossed ? w.crossed : w.notCrossed}
              </Tag>
            ),
        },
      ]}
    />
  );
}
