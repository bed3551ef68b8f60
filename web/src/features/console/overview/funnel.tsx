import { useMemo } from 'react';
import type { Overview } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { useSimulated } from '../data/simulated';
import { Chart } from '../parts/chart';
import { duration, num, percent } from '../parts/format';
import { Section } from '../parts/section';
import { numeric } from '../parts/table';
import { useArm } from '../parts/use-arm';
import { useStepName } from '../parts/use-step-name';
import { type FunnelRow, funnelRows } from './figures';
import { usePeople } from './use-people';

const ADDRESS = { arm: '' };

/** The completion funnel: entered, in progress, dropped out, and the duration of each step. */
export function Funnel({ overview }: { overview: Overview }) {
  const w = useConsoleMessages().overview;
  const stepName = useStepName();
  const { at, arm, picker } = useArm(
    ADDRESS,
    overview.blinded ? [] : overview.arms.map((one) => one.arm),
    w.funnel,
  );
  const rows = useMemo(
    () => funnelRows(overview.arms[at]?.steps ?? overview.steps),
    [overview, at],
  );
  const simulated = overview.withSimulated;
  const people = usePeople(overview);
  const steps = (people?.arms.find((one) => one.arm.id === arm) ?? people)?.steps ?? [];
  const medians = new Map(steps.map((step) => [step.step, step.medianSeconds]));
  const median = (row: FunnelRow) => duration(row.medianSeconds);
  const count = (
    id: 'completed' | 'active' | 'idle' | 'inactive' | 'droppedOut' | 'withdrawn' | 'turnedAway',
    label: string,
  ) => numeric<FunnelRow>(id, label, (row) => num(row[id]));
  return (
    <Section title={w.funnel} help={w.funnelHelp}>
      {picker}
      <Chart<FunnelRow>
        title={w.entered}
        note={w.enteredNote((overview.arms[at] ?? overview.all).erased)}
        source={{
          path: '/api/admin/drawings/overview',
          query: { chart: 'funnel', arm, simulated: useSimulated() },
          figures: overview,
        }}
        rows={rows.some((row) => row.entered > 0) ? rows : []}
        empty={w.nobodyEntered}
        rowKey={(row) => row.step}
        columns={[
          { id: 'step', label: w.step, head: true, cell: (row) => stepName(row.step) },
          numeric('entered', w.entrants, (row) => `${num(row.entered)} (${percent(row.reached)})`),
          count('completed', w.passed),
          numeric('lost', w.lost, (row) => percent(row.lost)),
          ...(simulated
            ? [
                numeric<FunnelRow>('median', w.median, (row) => duration(medians.get(row.step))),
                numeric('withSimulated', w.medianWithSimulated, median),
              ]
            : [numeric('median', w.median, median)]),
          count('active', w.active),
          count('idle', w.idle),
          count('inactive', w.stuck),
          count('droppedOut', w.droppedOut),
          count('withdrawn', w.withdrawnHere),
          // Only studies with screening or quotas turn anybody away.
          ...(overview.all.turnedAway > 0 ? [count('turnedAway', w.turnedAway)] : []),
        ]}
        tableShown
      />
    </Section>
  );
}
