import { useState } from 'react';
import type { Report } from '@/api/schema';
import { api } from '@/lib/api-client';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { change } from '../data/change';
import { useMay } from '../data/use-may';
import { Confirm } from '../parts/confirm';
import { num } from '../parts/format';

/** Why comparisons are not shown yet, the progress towards the target, and the button to show them before it. */
export function Withheld({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  const may = useMay();
  const [asking, setAsking] = useState(false);
  const { n, outcomeSd } = report.stage;
  return (
    <>
      <Callout title={w.withheld}>
        <p>{report.headline}</p>
        <p>{w.withheldWhy}</p>
        <p>
          {w.withOutcome(num(n))}
          {outcomeSd != null && ` ${w.outcomeSd(num(outcomeSd, 2))}`}
        </p>
        {may('POST /api/admin/results/early') && (
          <p className="no-print">
            <Button variant="secondary" small onClick={() => setAsking(true)}>
              {w.showEarly}
            </Button>
          </p>
        )}
      </Callout>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={w.earlyTitle}
        action={w.showEarly}
        reason={{ label: w.earlyReason, help: w.earlyReasonHelp }}
        run={(reason) =>
          change(api.post('/api/admin/results/early', { body: { reason } }), w.earlyDone)
        }
      >
        <p>{w.earlyText}</p>
      </Confirm>
    </>
  );
}
