import type { AuditEntry, AuditLog } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';

import { useSearch } from '../data/use-search';
import { useStart } from '../parts/focus';
import { num, When } from '../parts/format';
import { Pager } from '../parts/pager';
import { Section } from '../parts/section';
import { Table } from '../parts/table';
import s from './audit.module.css';
import { Chain } from './chain';
import { DownloadLog } from './download-log';

const ADDRESS = { before: '' };

/** The audit log, newest entry first. It can't be changed; each entry contains the hash of the previous one. */
export default function AuditPage() {
  const w = useConsoleMessages().audit;
  const [{ before }, setSearch] = useSearch(ADDRESS);
  const query = useRead('/api/admin/audit', { query: { before: Number(before) || undefined } });
  return (
    <Section title={w.title} help={w.help} tools={<DownloadLog />}>
      <Loaded query={query}>
        {(log) => (
          <Log log={log} later={before !== ''} go={(cursor) => setSearch({ before: cursor })} />
        )}
      </Loaded>
    </Section>
  );
}

type LogProps = { log: AuditLog; later: boolean; go: (cursor: string) => void };

function Log({ log, later, go }: LogProps) {
  const w = useConsoleMessages().audit;
  const { table, toStart } = useStart();
  return (
    <>
      <Chain chain={log.chain} />
      <Table<AuditEntry>
        ref={table}
        stacks
        caption={w.title}
        rows={log.entries}
        rowKey={(row) => String(row.number)}
        columns={[
          {
            id: 'number',
            label: w.number,
            head: true,
            number: true,
            cell: (row) => num(row.number),
          },
          { id: 'at', label: w.at, cell: (row) => <When at={row.at} seconds /> },
          { id: 'actor', label: w.actor, cell: (row) => w.actorName(row.actor) },
          { id: 'action', label: w.action, cell: (row) => w.done(row.action) },
          {
            id: 'details',
            label: w.details,
            wide: true,
            cell: (row) => <Details details={row.details} />,
          },
        ]}
      />
      <Pager
        // The newest entry is the first, and no number is missing.
        from={log.chain.entries - (log.entries[0]?.number ?? 0) + 1}
        shown={log.entries.length}
        total={log.chain.entries}
        later={later}
        next={log.next == null ? null : String(log.next)}
        go={(before) => {
          go(before);
          toStart();
        }}
      />
    </>
  );
}

function Details({ details }: { details: unknown }) {
  const w = useConsoleMessages().audit;
  return (
    <dl className={s.details}>
      {detailsOf(details).map(([name, value]) => (
        <div key={name}>
          <dt>{w.detail(name)}</dt>
          <dd>{w.value(name, value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** All details of an entry as names and values; names of nested ones are dotted. */
export function detailsOf(details: unknown, path = ''): [string, string][] {
  if (typeof details !== 'object' || details === null) {
    return details === null || details === undefined ? [] : [[path, String(details)]];
  }
  return Object.entries(details).flatMap(([name, value]) =>
    detailsOf(value, path ? `${path}.${name}` : name),
  );
}
