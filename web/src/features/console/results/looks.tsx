import type { ResultsLook as Look } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { num, When } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';

/** When outcomes were seen by arm, and of how many participants. */
export function Looks({ looks }: { looks: Look[] }) {
  const w = useConsoleMessages().results;
  return (
    <Section title={w.looks} help={w.looksHelp}>
      <Table<Look>
        caption={w.looks}
        rows={looks}
        rowKey={(row) => `${row.n} ${row.stage}`}
        columns={[
          { id: 'at', label: w.lookAt, head: true, cell: (row) => <When at={row.at} /> },
          numeric('n', w.lookN, (row) => num(row.n)),
          { id: 'stage', label: w.stage, cell: (row) => w.stages[row.stage] },
        ]}
      />
    </Section>
  );
}
