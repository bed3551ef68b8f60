import type { Usage } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';

import { Chart } from '../parts/chart';
import { num } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { UsageFunnel } from './usage-funnel';

/** Usage is not part of the stream, so it is refetched after this time, in ms. */
const PACE = 60_000;

/** The usage events of participants who agreed to analytics. They are not research data. */
export function UsageSection() {
  const w = useConsoleMessages().usage;
  const query = useRead('/api/admin/events', {}, () => PACE);
  return (
    <Section title={w.title} help={w.help}>
      <Loaded query={query}>
        {(usage) => (usage.collected ? <Figures usage={usage} /> : <p>{w.elsewhere}</p>)}
      </Loaded>
    </Section>
  );
}

type Kind = Usage['kinds'][number];
type View = Usage['pages'][number];

function Figures({ usage }: { usage: Usage }) {
  const { usage: w, eventNames } = useConsoleMessages();
  const happened = usage.kinds.filter((kind) => kind.events > 0);
  return (
    <>
      <UsageFunnel usage={usage} />
      <Chart<Kind>
        title={w.kinds}
        note={w.kindsNote}
        source={{
          path: '/api/admin/drawings/usage',
          query: { chart: 'kinds' },
          figures: usage,
        }}
        rows={happened}
        rowKey={(row) => row.kind}
        empty={w.none}
        columns={[
          {
            id: 'name',
            label: w.event,
            head: true,
            cell: (row) => eventNames[row.name] ?? row.name,
          },
          numeric('people', w.people, (row) => num(row.people)),
          numeric('events', w.times, (row) => num(row.events)),
        ]}
      />
      <Table<View>
        caption={w.pages}
        captionShown
        rows={usage.pages}
        rowKey={(row) => row.page}
        empty={w.none}
        columns={[
          { id: 'page', label: w.page, head: true, cell: (row) => row.page },
          numeric('people', w.people, (row) => num(row.people)),
          numeric('views', w.views, (row) => num(row.views)),
        ]}
      />
    </>
  );
}
