import type { PastExport } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { useMay } from '../data/use-may';
import { NONE, num, When } from '../parts/format';
import { Section } from '../parts/section';
import { Table } from '../parts/table';
import { AskForPackage } from './ask';
import s from './export.module.css';

/** The data as one documented package: request, contents, and earlier exports. */
export default function ExportPage() {
  const w = useConsoleMessages().export;
  const may = useMay();
  const query = useRead('/api/admin/exports');
  return (
    <>
      {may('POST /api/admin/exports') && (
        <Section title={w.get} help={w.getHelp}>
          <AskForPackage past={query.data ?? []} />
        </Section>
      )}
      <Section title={w.inside} help={w.insideHelp}>
        <Table<readonly [string, string]>
          caption={w.inside}
          stacks
          rows={w.files}
          rowKey={([file]) => file}
          columns={[
            { id: 'file', label: w.file, head: true, cell: ([file]) => <code>{file}</code> },
            { id: 'what', label: w.what, wide: true, cell: ([, what]) => what },
          ]}
        />
      </Section>
      <Section title={w.earlier} help={w.earlierHelp}>
        <Loaded query={query}>{(past) => <Earlier past={past} />}</Loaded>
      </Section>
    </>
  );
}

function Earlier({ past }: { past: PastExport[] }) {
  const { export: w, audit } = useConsoleMessages();
  const rows = (one: PastExport) =>
    Object.entries(one.rows).map(([table, count]) => `${table} ${num(count)}`);
  const hash = (one: string | null | undefined) =>
    one ? <code className={s.hash}>{one}</code> : NONE;
  return (
    <Table<PastExport>
      caption={w.earlier}
      rows={past}
      rowKey={(row, at) => `${row.at} ${at}`}
      empty={w.none}
      columns={[
        { id: 'at', label: w.at, head: true, cell: (row) => <When at={row.at} seconds /> },
        { id: 'actor', label: w.actor, cell: (row) => audit.actorName(row.actor) },
        {
          id: 'simulated',
          label: w.simulated,
          cell: (row) => (row.simulated ? w.yes : w.no),
        },
        { id: 'blinded', label: w.blinded, cell: (row) => (row.blinded ? w.yes : w.no) },
        { id: 'public', label: w.public, cell: (row) => (row.public ? w.yes : w.no) },
        { id: 'rows', label: w.rows, wide: true, cell: (row) => rows(row).join(', ') || NONE },
        { id: 'package', label: w.hash, cell: (row) => hash(row.package) },
        { id: 'identities', label: w.identities, cell: (row) => hash(row.identities) },
      ]}
    />
  );
}
