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

const ADDRESS = { arm: '' };

/** The completion funnel: entered, in progress, dropped out, and how long a step takes. */
export function Funnel({ overview }: { overview: Overview }) {
  const w = useConsoleMessages().overview;
  const stepName = useStepName();
  const { at, arm, picker } = useArm(
    ADDRESS,
    overview.masked ? [] : overview.arms.map((one) => one.arm),
    w.funnel,
  );
  const rows = useMemo(
    () => funnelRows(overview.arms[at]?.steps ?? overview.steps),
    [overview, at],
  );
  const count = (
    id: 'entered' | 'passed' | 'active' | 'idle' | 'stuck' | 'gone' | 'withdrawn',
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
        rows={rows}
        rowKey={(row) => row.step}
        columns={[
          { id: 'step', label: w.step, head: true, cell: (row) => stepName(row.step) },
          count('entered', w.came),
          numeric('reached', w.reached, (row) => percent(row.reached)),
          count('passed', w.passed),
          numeric('lost', w.lost, (row) => percent(row.lost)),
          numeric('median', w.median, (row) => duration(row.medianSeconds)),
          count('active', w.active),
          count('idle', w.idle),
          count('stuck', w.stuck),
          count('gone', w.gone),
          count('withdrawn', w.withdrawnHere),
        ]}
        tableShown
      />
    </Section>
  );
}
