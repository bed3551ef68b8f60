import { Link } from 'react-router';
import type { AuditEntry, AuditLog } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { useStart } from '../parts/focus';
import { num, When } from '../parts/format';
import { Pager } from '../parts/pager';
import { Table } from '../parts/table';
import s from './audit.module.css';
import { Chain } from './chain';

/** The address of a page of a log. With `actor`, it has only the entries of one person. */
export const ADDRESS = { before: '', actor: '' };

/** The query of a page. */
export function queryOf({ before, actor }: typeof ADDRESS) {
  return { before: Number(before) || undefined, actor: actor || undefined };
}

type Props = {
  title: string;
  /** What people in the details are called, by their ID. */
  names?: Record<string, string>;
  log: AuditLog;
  later: boolean;
  change: (address: Partial<typeof ADDRESS>) => void;
};

/** A page of an audit log, with the result of its check. */
export function Log({ title, names = {}, log, later, change }: Props) {
  const w = useConsoleMessages().audit;
  const { table, toStart } = useStart();
  return (
    <>
      <Chain chain={log.chain} />
      {log.of != null && (
        <p className={s.filter}>
          {w.only(w.actorName(log.of))}
          <Button variant="quiet" small onClick={() => change({ actor: '', before: '' })}>
            {w.everybody}
          </Button>
        </p>
      )}
      <Table<AuditEntry>
        ref={table}
        stacks
        caption={title}
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
            cell: (row) =>
              log.of != null ? (
                w.actorName(row.name)
              ) : (
                <Link
                  className={s.actor}
                  to={`?${new URLSearchParams({ actor: row.actor })}`}
                  title={w.onlyOf(w.actorName(row.name))}
                >
                  {w.actorName(row.name)}
                </Link>
              ),
          },
          { id: 'action', label: w.action, cell: (row) => w.done(row.action) },
          {
            id: 'details',
            label: w.details,
            wide: true,
            cell: (row) => <Details details={row.details} names={names} />,
          },
        ]}
      />
      <Pager
        from={log.from}
        shown={log.entries.length}
        total={log.total}
        later={later}
        next={log.next == null ? null : String(log.next)}
        go={(before) => {
          change({ before });
          toStart();
        }}
      />
    </>
  );
}

function Details({ details, names }: { details: unknown; names: Record<string, string> }) {
  const w = useConsoleMessages().audit;
  return (
    <dl className={s.details}>
      {detailsOf(details).map(([name, value]) => (
        <div key={name}>
          <dt>{w.detail(name)}</dt>
          <dd>{names[value] ?? w.value(name, value)}</dd>
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
