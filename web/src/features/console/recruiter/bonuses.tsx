import { useState } from 'react';
import { address } from '@/api/calls';
import type {
  BonusOfParticipant,
  BonusOverview,
  BonusRule,
  BonusRun,
  NextBonusList,
} from '@/api/schema';
import { notify } from '@/features/notifications/store';
import { problem, request } from '@/lib/api-client';
import { saveFile } from '@/lib/save-file';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Icon } from '@/ui/icon';
import { change } from '../data/change';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { Confirm } from '../parts/confirm';
import { num, When } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { useAct } from '../webhooks/use-act';

/** What participants get in addition: the rule, who would be listed now, and the earlier lists. */
export function Bonuses() {
  const w = useConsoleMessages().bonus;
  const query = useRead('/api/admin/bonus');
  return (
    <Section title={w.title} help={w.help}>
      <Loaded query={query}>{(data) => <Shown data={data} />}</Loaded>
    </Section>
  );
}

function Shown({ data }: { data: BonusOverview }) {
  const w = useConsoleMessages().bonus;
  const { rule, next, runs } = data;
  return (
    <>
      {rule ? (
        <Rule rule={rule} />
      ) : (
        <Callout>
          <p>{w.none}</p>
        </Callout>
      )}
      {rule && !next && (
        <Callout kind="warn">
          <p>{w.withheld}</p>
        </Callout>
      )}
      {rule && next && <Next rule={rule} next={next} />}
      {runs.length > 0 && <Runs runs={runs} />}
    </>
  );
}

function Rule({ rule }: { rule: BonusRule }) {
  const w = useConsoleMessages().bonus;
  const money = (amount: string) => `${amount} ${rule.currency}`;
  return (
    <div>
      <p>{rule.after ? w.after(rule.after) : w.afterFirst}</p>
      <ul>
        {rule.amounts.map((one) => (
          <li key={`${one.block} ${one.score}`}>
            {one.score
              ? w.perPoint(money(one.amount), one.block, one.score)
              : w.perAnswer(money(one.amount), one.block)}{' '}
            {one.atMost && w.atMost(money(one.atMost))}
          </li>
        ))}
      </ul>
      {rule.atMost && <p>{w.atMostInAll(money(rule.atMost))}</p>}
    </div>
  );
}

function Next({ rule, next }: { rule: BonusRule; next: NextBonusList }) {
  const w = useConsoleMessages().bonus;
  const total = `${next.total} ${rule.currency}`;
  const leftOut = [
    w.before(next.before),
    w.nothing(next.nothing),
    w.unusable(next.unusable),
  ].filter(Boolean);
  return (
    <>
      <Table<BonusOfParticipant>
        caption={w.next}
        captionShown
        rows={next.people}
        rowKey={(row) => row.participant}
        empty={w.nobody}
        columns={[
          { id: 'participant', label: w.participant, head: true, cell: (row) => row.participant },
          numeric('amount', w.amount(rule.currency), (row) => row.amount),
        ]}
      />
      {leftOut.length > 0 && <p className="note">{leftOut.join(' ')}</p>}
      {next.people.length > 0 && <ListNow next={next} total={total} />}
    </>
  );
}

/** Lists these people after a confirmation, and downloads the file. */
function ListNow({ next, total }: { next: NextBonusList; total: string }) {
  const w = useConsoleMessages().bonus;
  const [asking, setAsking] = useState(false);
  const people = next.people.length;
  return (
    <div className="cluster">
      <p>
        <strong>{w.sum(total, people)}</strong>
      </p>
      <Button small onClick={() => setAsking(true)}>
        <Icon name="download" size={18} />
        {w.list}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={w.listTitle}
        action={w.list}
        run={() => change(listNow(people, next.cents), w.listed)}
      >
        <p>{w.sum(total, people)}</p>
        <p>{w.listText}</p>
      </Confirm>
    </div>
  );
}

async function listNow(people: number, cents: number): Promise<void> {
  const body = { people, cents };
  await save(await request('post', '/api/admin/bonus/runs', body, {}));
}

/** Saves a file under the name that the server gives it. */
async function save(reply: Response): Promise<void> {
  if (!reply.ok) throw await problem(reply);
  const name = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '');
  saveFile(name?.[1] ?? 'bonus.csv', 'text/csv', await reply.blob());
}

function Runs({ runs }: { runs: BonusRun[] }) {
  const w = useConsoleMessages().bonus;
  const act = useAct();
  const again = (number: number) =>
    act(
      request(
        'get',
        address('/api/admin/bonus/runs/{number}', { number: `${number}` }, {}),
        undefined,
        {},
      )
        .then(save)
        .then(() => notify('good', w.downloaded)),
    );
  return (
    <Table<BonusRun>
      stacks
      caption={w.runs}
      captionShown
      rows={runs}
      rowKey={(row) => `${row.number}`}
      columns={[
        { id: 'number', label: w.run, head: true, cell: (row) => num(row.number) },
        { id: 'at', label: w.at, cell: (row) => <When at={row.at} /> },
        numeric('people', w.people, (row) => num(row.people)),
        numeric('total', w.total, (row) =>
          row.total == null ? w.hidden : `${row.total} ${row.currency}`,
        ),
        {
          id: 'file',
          label: w.file,
          cell: (row) => (
            <Button
              variant="secondary"
              small
              aria-label={w.againOf(num(row.number))}
              onClick={() => void again(row.number)}
            >
              {w.again}
            </Button>
          ),
        },
      ]}
    />
  );
}
