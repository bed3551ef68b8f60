import { useMemo } from 'react';
import type { Overview } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { useSimulated } from '../data/simulated';
import { Chart } from '../parts/chart';
import { longDay, num } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { type ArmRow, armRows, type EnrolmentRow, enrolmentRows, leftOut } from './figures';

/** Enrolment by arm and by day. */
export function EnrolmentSection({ overview }: { overview: Overview }) {
  const w = useConsoleMessages().overview;
  const rows = useMemo(() => enrolmentRows(overview), [overview]);
  const [day, ...others] = overview.days;
  const out = leftOut(overview);
  const label = (id: string) => overview.arms.find(({ arm }) => arm.id === id)?.arm.label ?? id;
  const count = (id: keyof EnrolmentRow & keyof typeof w) =>
    numeric<EnrolmentRow>(id, w[id], (row) => num(Number(row[id])));
  return (
    <Section title={w.enrolment} help={overview.blinded ? w.blinded : undefined}>
      <ArmTable overview={overview} />
      <Chart<EnrolmentRow>
        title={w.perDay}
        note={w.perDayNote(out.erased, out.noSlot)}
        source={{
          path: '/api/admin/drawings/overview',
          query: { chart: 'enrolment', simulated: useSimulated() },
          figures: overview,
        }}
        rows={rows}
        instead={day && others.length === 0 ? w.oneDay(longDay(day.day)) : undefined}
        rowKey={(row) => `${row.day} ${row.arm}`}
        columns={[
          { id: 'day', label: w.day, head: true, cell: (row) => row.day },
          { id: 'arm', label: w.arm, cell: (row) => label(row.arm) },
          count('allocated'),
          count('soFar'),
          count('exposed'),
          count('finished'),
          count('withdrawn'),
        ]}
      />
    </Section>
  );
}

function ArmTable({ overview }: { overview: Overview }) {
  const w = useConsoleMessages().overview;
  const figure = (id: keyof ArmRow, label: string) =>
    numeric<ArmRow>(id, label, (row) => num(row[id] as number));
  return (
    <Table<ArmRow>
      caption={w.perArm}
      rows={armRows(overview, w.noSlot)}
      rowKey={(row) => row.id}
      columns={[
        { id: 'arm', label: w.arm, head: true, cell: (row) => row.label },
        figure('allocated', w.allocated),
        numeric('quota', w.quota, (row) =>
          row.id === '' ? '' : row.quota == null ? w.noQuota : num(row.quota),
        ),
        figure('exposed', w.exposed),
        figure('finished', w.finished),
        figure('underWay', w.underWay),
        figure('withdrawn', w.withdrawn),
        figure('erased', w.ofThemErased),
        figure('excluded', w.excluded),
      ]}
    />
  );
}
