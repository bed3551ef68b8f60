import { useMemo } from 'react';
import type { ReportItem as Item, ReportNumber as Num, Report } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { useSimulated } from '../data/simulated';
import { useSearch } from '../data/use-search';
import { Chart } from '../parts/chart';
import { interval, num, percent } from '../parts/format';
import { Section } from '../parts/section';
import { numeric } from '../parts/table';
import s from './results.module.css';
import { usePhase } from './use-phase';

const PHASE = { items: 'after' } as const;
const ORDER = { sort: 'right' };
const share = (value: number | null | undefined) => percent(value, 0);

/** The difficulty of each item, hardest first, and its discrimination. */
export function Items({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const { phase, picker } = usePhase(PHASE, w.items);
  const [{ sort }, setSearch] = useSearch(ORDER);
  const rows = useMemo(() => report.items.filter((item) => item.phase === phase), [report, phase]);
  const rate = (one: Num) => (one.n === 0 ? num(null) : `${share(one.value)} (${num(one.n)})`);
  return (
    <Section title={w.items} help={w.itemsHelp}>
      {picker}
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
          numeric(
            'n',
            w.answers,
            (row) => num(row.right.n),
            (row) => row.right.n,
          ),
          numeric(
            'right',
            w.right,
            (row) => share(row.right.value),
            (row) => row.right.value,
          ),
          numeric('interval', w.interval, (row) => interval(row.right.low, row.right.high, share)),
          numeric(
            'hits',
            w.hits,
            (row) => rate(row.hits),
            (row) => row.hits.value,
          ),
          numeric(
            'fa',
            w.falseAlarms,
            (row) => rate(row.falseAlarms),
            (row) => row.falseAlarms.value,
          ),
          {
            ...numeric<Item>(
              'discrimination',
              w.discrimination,
              (row) => num(row.discrimination.value, 2),
              (row) => row.discrimination.value,
            ),
            why: (row) => row.discrimination.why,
          },
        ]}
        sort={{ value: sort, set: (value) => setSearch({ sort: value }) }}
      />
    </Section>
  );
}
