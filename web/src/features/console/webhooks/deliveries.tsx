import type { DeliveryRow } from '@/api/schema';
import { api } from '@/lib/api-client';
import { cx } from '@/lib/cx';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { change } from '../data/change';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { useMay } from '../data/use-may';
import { useSearch } from '../data/use-search';
import { Filters, Pick, Tag } from '../parts/controls';
import { NONE, num, When } from '../parts/format';
import { Section } from '../parts/section';
import { Table } from '../parts/table';
import { useAct } from './use-act';
import s from './webhooks.module.css';

const ADDRESS = { failed: '' };

/** How often the log is read again while an event waits, in ms. */
const PACE = 3_000;

const TONES = { waiting: 'info', retrying: 'warn', delivered: 'good', failed: 'bad' } as const;

const isPending = ({ state }: DeliveryRow) => state === 'waiting' || state === 'retrying';

/** The last events with the result of their delivery. */
export function Deliveries() {
  const w = useConsoleMessages().webhooks;
  const [{ failed }, setSearch] = useSearch(ADDRESS);
  const query = useRead(
    '/api/admin/webhooks/deliveries',
    { query: { failed: failed !== '' } },
    (data) => (data?.deliveries.some(isPending) ? PACE : false),
  );
  return (
    <Section title={w.log} help={w.logHelp}>
      <Filters label={w.filter}>
        <Pick
          label={w.show}
          value={failed}
          options={[
            { value: '', label: w.allEvents },
            { value: 'yes', label: w.failedEvents },
          ]}
          onChange={(value) => setSearch({ failed: value })}
        />
      </Filters>
      <Loaded query={query}>{({ deliveries }) => <Log rows={deliveries} />}</Loaded>
    </Section>
  );
}

function Log({ rows }: { rows: DeliveryRow[] }) {
  const w = useConsoleMessages().webhooks;
  const act = useAct();
  const may = useMay();
  const again = (id: string) =>
    act(
      change(
        api.post('/api/admin/webhooks/deliveries/{id}/redelivery', { path: { id } }),
        w.redelivered,
      ),
    );
  // An event that was not tried yet can't be sent again.
  const canRepeat = ({ state }: DeliveryRow) =>
    state !== 'waiting' && may('POST /api/admin/webhooks/deliveries/{id}/redelivery');
  return (
    <Table<DeliveryRow>
      stacks
      caption={w.log}
      rows={rows}
      rowKey={(row) => row.id}
      empty={w.noEvents}
      columns={[
        {
          id: 'event',
          label: w.event,
          head: true,
          cell: (row) => (
            <>
              {w.kinds[row.event]}
              {row.participant && <span className={s.more}>{row.participant}</span>}
              {row.wave && (
                <span className={s.more}>
                  {w.wave} {row.wave}
                </span>
              )}
            </>
          ),
        },
        { id: 'at', label: w.at, cell: (row) => <When at={row.at} seconds /> },
        {
          id: 'url',
          label: w.url,
          cell: (row) => <code className={cx(s.url, s.narrow)}>{row.url}</code>,
        },
        {
          id: 'state',
          label: w.state,
          cell: (row) => (
            <>
              <Tag tone={TONES[row.state]} breaks>
                {w.states[row.state]}
              </Tag>
              <span className={s.more}>
                {w.attempts}: {num(row.attempts)}
              </span>
            </>
          ),
        },
        {
          id: 'reply',
          label: w.reply,
          wide: true,
          cell: (row) =>
            row.nextAt ? (
              <>
                {reply(row, w) !== NONE && reply(row, w)}
                <span className={s.more}>
                  {w.next} <When at={row.nextAt} seconds />
                </span>
              </>
            ) : (
              reply(row, w)
            ),
        },
        {
          id: 'actions',
          label: w.actions,
          cell: (row) =>
            canRepeat(row) ? (
              <Button
                variant="secondary"
                small
                className={s.again}
                aria-label={w.redeliverOf(w.kinds[row.event], row.participant ?? row.id)}
                onClick={() => void again(row.id)}
              >
                {w.redeliver}
              </Button>
            ) : (
              NONE
            ),
        },
      ]}
    />
  );
}

type Texts = ReturnType<typeof useConsoleMessages>['webhooks'];

/** The last reply: its status, or why there was none. */
function reply({ lastStatus, lastError }: DeliveryRow, w: Texts): string {
  const status = lastStatus == null ? '' : w.status(num(lastStatus));
  if (!lastError) return status || NONE;
  return [w.errors[lastError], lastError === 'rejected' && status].filter(Boolean).join(' ');
}
