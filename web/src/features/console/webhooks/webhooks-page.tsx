import { useState } from 'react';
import type { WebhookRow, Webhooks } from '@/api/schema';
import { api } from '@/lib/api-client';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { change } from '../data/change';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { useMay } from '../data/use-may';
import { Confirm } from '../parts/confirm';
import { Tag } from '../parts/controls';
import { When } from '../parts/format';
import { Section } from '../parts/section';
import { Table } from '../parts/table';
import { AddWebhook } from './add-webhook';
import { Deliveries } from './deliveries';
import { useAct } from './use-act';
import s from './webhooks.module.css';

/** Addresses of other programs that get signed events, and the log of what was sent to them. */
export default function WebhooksPage() {
  const w = useConsoleMessages().webhooks;
  const may = useMay();
  const query = useRead('/api/admin/webhooks');
  return (
    <>
      <Section title={w.title} help={w.help}>
        <Loaded query={query}>{(data) => <List data={data} />}</Loaded>
      </Section>
      {may('POST /api/admin/webhooks') && (
        <Section title={w.add} help={w.addHelp}>
          <Loaded query={query}>{(data) => <AddWebhook events={data.events} />}</Loaded>
        </Section>
      )}
      {may('GET /api/admin/webhooks/deliveries') && <Deliveries />}
    </>
  );
}

function List({ data }: { data: Webhooks }) {
  const w = useConsoleMessages().webhooks;
  // The dialog of the last action stays mounted, see `Confirm`.
  const [removed, setRemoved] = useState<WebhookRow>();
  const [asking, setAsking] = useState(false);
  const act = useAct();
  const may = useMay();
  const test = (id: string) =>
    act(change(api.post('/api/admin/webhooks/{id}/test', { path: { id } }), w.tested));
  return (
    <>
      <Table<WebhookRow>
        stacks
        caption={w.title}
        rows={data.webhooks}
        rowKey={(row) => row.id}
        empty={w.none}
        columns={[
          {
            id: 'url',
            label: w.url,
            head: true,
            wide: true,
            cell: (row) => <code className={s.url}>{row.url}</code>,
          },
          {
            id: 'events',
            label: w.events,
            wide: true,
            cell: (row) => row.events.map((kind) => w.kinds[kind]).join(', '),
          },
          { id: 'created', label: w.created, cell: (row) => <When at={row.createdAt} /> },
          {
            id: 'state',
            label: w.state,
            cell: (row) => (
              <Tag tone={row.disabledAt ? 'bad' : 'good'}>
                {row.disabledAt ? w.disabled : w.active}
              </Tag>
            ),
          },
          {
            id: 'actions',
            label: w.actions,
            cell: (row) => (
              <div className="cluster">
                {!row.disabledAt && may('POST /api/admin/webhooks/{id}/test') && (
                  <Button
                    variant="secondary"
                    small
                    aria-label={w.testOf(row.url)}
                    onClick={() => void test(row.id)}
                  >
                    {w.test}
                  </Button>
                )}
                {may('DELETE /api/admin/webhooks/{id}') && (
                  <Button
                    variant="danger"
                    small
                    aria-label={w.removeOf(row.url)}
                    onClick={() => {
                      setRemoved(row);
                      setAsking(true);
                    }}
                  >
                    {w.remove}
                  </Button>
                )}
              </div>
            ),
          },
        ]}
      />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={w.removeTitle}
        action={w.remove}
        run={() =>
          change(
            api.delete('/api/admin/webhooks/{id}', { path: { id: removed?.id ?? '' } }),
            w.removedDone,
          )
        }
      >
        <p>
          <code className={s.url}>{removed?.url}</code>
        </p>
        <p>{w.removeText}</p>
      </Confirm>
    </>
  );
}
