import type { Usage } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { Chart } from '../parts/chart';
import { duration, NONE, num, percent } from '../parts/format';
import { numeric } from '../parts/table';
import { useArm } from '../parts/use-arm';
import { useStepName } from '../parts/use-step-name';

type Step = Usage['funnel']['all'][number];

const ADDRESS = { usage: '' };

/** The completion funnel by page views in usage events, for all arms or for one. */
export function UsageFunnel({ usage }: { usage: Usage }) {
  const { funnel } = usage;
  const messages = useConsoleMessages();
  const [w, o] = [messages.usage, messages.overview];
  const stepName = useStepName();
  const { at, arm, picker } = useArm(
    ADDRESS,
    funnel.arms.map((one) => one.arm),
    w.funnel,
  );
  const rows = funnel.arms[at]?.steps ?? funnel.all;
  const first = rows[0]?.people ?? 0;
  const share = (part: number, whole: number) => (whole > 0 ? percent(part / whole) : NONE);
  return (
    <>
      {picker}
      <Chart<Step>
        title={w.funnel}
        note={w.funnelNote}
        source={{
          path: '/api/admin/drawings/usage',
          query: { chart: 'funnel', arm },
          figures: usage,
        }}
        rows={rows.some((row) => row.people > 0) ? rows : []}
        rowKey={(row) => row.step}
        empty={w.none}
        columns={[
          { id: 'step', label: o.step, head: true, cell: (row) => stepName(row.step) },
          numeric('people', w.saw, (row) => num(row.people)),
          numeric('reached', o.reached, (row) => share(row.people, first)),
          numeric('continued', w.continued, (row) => num(row.continued)),
          numeric('stopped', w.stopped, (row) => share(row.people - row.continued, row.people)),
          numeric('median', o.median, (row) => duration(row.medianSeconds)),
        ]}
        tableShown
      />
    </>
  );
}
