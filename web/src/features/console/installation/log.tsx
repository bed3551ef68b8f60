import type { AuditEntry } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { useInstallationMessages } from '@/locales/installation';
import { detailsOf } from '../audit/audit-page';
import { Chain } from '../audit/chain';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { useSearch } from '../data/use-search';
import { useStart } from '../parts/focus';
import { num, When } from '../parts/format';
import { Pager } from '../parts/pager';
import { Section } from '../parts/section';
import { Table } from '../parts/table';

const ADDRESS = { before: '' };

/** The audit log of the installation, newest entry first. */
export function Log() {
  const { log: own } = useInstallationMessages();
  const w = useConsoleMessages().audit;
  const [{ before }, setSearch] = useSearch(ADDRESS);
  const query = useRead('/api/installation/audit', {
    query: { before: Number(before) || undefined },
  });
  const { data } = useRead('/api/installation/people');
  const nameOf = (id: string) => data?.people.find((one) => one.id === id)?.username;
  const { table, toStart } = useStart();
  return (
    <Section title={own.title} help={own.help}>
      <Loaded query={query}>
        {(log) => (
          <>
            <Chain chain={log.chain} />
            <Table<AuditEntry>
              ref={table}
              stacks
              caption={own.title}
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
                {
                  id: 'actor',
                  label: w.actor,
                  cell: (row) => nameOf(row.actor) ?? w.actorName(row.actor),
                },
                { id: 'action', label: w.action, cell: (row) => w.done(row.action) },
                {
                  id: 'details',
                  label: w.details,
                  wide: true,
                  cell: (row) =>
                    detailsOf(row.details)
                      .map(([name, value]) => `${name}: ${value}`)
                      .join(', '),
                },
              ]}
            />
            <Pager
              from={log.chain.entries - (log.entries[0]?.number ?? 0) + 1}
              shown={log.entries.length}
              total={log.chain.entries}
              later={before !== ''}
              next={log.next == null ? null : String(log.next)}
              go={(next) => {
                setSearch({ before: next });
                toStart();
              }}
            />
          </>
        )}
      </Loaded>
    </Section>
  );
}
