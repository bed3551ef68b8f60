import { useMemo } from 'react';
import type {
  ReportItem as Item,
  ReportNumber as Num,
  ReportPhase as Phase,
  Report,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { useSimulated } from '../data/simulated';
import { useSearch } from '../data/use-search';
import { Chart } from '../parts/chart';
import { Filters, Pick } from '../parts/controls';
import { interval, num, percent } from '../parts/format';
import { Section } from '../parts/section';
import s from './results.module.css';

const ADDRESS = { items: 'after', sort: 'right' };
const share = (value: number | null | undefined) => percent(value, 0);

/** How hard each item is, the hardest first, and whether it measures what the others do. */
export function Items({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const [{ items, sort }, setSearch] = useSearch(ADDRESS);
  const phase: Phase = items === 'before' ? 'before' : 'after';
  const rows = useMemo(() => report.items.filter((item) => item.phase === phase), [report, phase]);
  const rate = (one: Num) => (one.n === 0 ? num(null) : `${share(one.value)} (${num(one.n)})`);
  return (
    <Section title={w.items} help={w.itemsHelp}>
      <Filters label={w.items}>
        <Pick
          label={w.phase}
          value={phase}
          options={[
            { value: 'before', label: w.phases.before },
            { value: 'after', label: w.phases.after },
          ]}
          onChange={(value) => setSearch({ items: value })}
        />
      </Filters>
      <Chart<Item>
        title={w.itemsChart}
        note={w.itemsNote}
        source={{
          path: '/api/admin/drawings/results',
          query: { chart: 'items', phase, sort, simulated: useSimulated() },
          figures: report,
        }}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            id: 'item',
            by: (row) => row.title,
            label: w.item,
            head: true,
            wide: true,
            cell: (row) => (
              <>
                {row.title}
                <span className={s.id}>{row.id}</span>
              </>
            ),
          },
          {
            id: 'medium',
            by: (row) => row.stimulus,
            label: w.medium,
            cell: (row) => row.stimulus ?? num(null),
          },
          {
            id: 'kind',
            by: (row) => row.kind,
            label: w.kind,
            cell: (row) => w.kinds[row.kind as keyof typeof w.kinds] ?? row.kind,
          },
          { id: 'cue', by: (row) => row.cue, label: w.cue, cell: (row) => row.cue ?? num(null) },
          {
            id: 'n',
            by: (row) => row.right.n,
            label: w.answers,
            number: true,
            cell: (row) => num(row.right.n),
          },
          {
            id: 'right',
            by: (row) => row.right.value,
            label: w.right,
            number: true,
            cell: (row) => share(row.right.value),
          },
          {
            id: 'interval',
            label: w.interval,
            number: true,
            cell: (row) => interval(row.right.low, row.right.high, share),
          },
          {
            id: 'hits',
            by: (row) => row.hits.value,
            label: w.hits,
            number: true,
            cell: (row) => rate(row.hits),
          },
          {
            id: 'fa',
            by: (row) => row.falseAlarms.value,
            label: w.falseAlarms,
            number: true,
            cell: (row) => rate(row.falseAlarms),
          },
          {
            id: 'discrimination',
            by: (row) => row.discrimination.value,
            label: w.discrimination,
            number: true,
            cell: (row) => num(row.discrimination.value, 2),
          },
        ]}
        sort={{ value: sort, set: (value) => setSearch({ sort: value }) }}
      />
    </Section>
  );
}
