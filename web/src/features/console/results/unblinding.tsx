import { useState } from 'react';
import { api } from '@/lib/api-client';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { change } from '../data/change';
import { useRead } from '../data/query';
import { Confirm } from '../parts/confirm';
import { When } from '../parts/format';

/** Shows whether the study is unblinded, by whom and why, and the button to unblind it. */
export function UnblindingPart() {
  const w = useConsoleMessages().unblinding;
  const { data } = useRead('/api/admin/unblinding');
  const [asking, setAsking] = useState(false);
  if (!data) return null;
  return (
    <>
      {data.unblinded ? (
        <Callout>
          <p>
            {w.done(data.actor ?? '')} <When at={data.at} />
            {w.because(data.reason ?? '')}
          </p>
        </Callout>
      ) : (
        <Callout title={w.blinded}>
          <p>{w.blindedText}</p>
          <p className="no-print">
            <Button variant="secondary" small onClick={() => setAsking(true)}>
              {w.unblind}
            </Button>
          </p>
        </Callout>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={w.title}
        action={w.unblind}
        reason={{ label: w.why, help: w.whyHelp }}
        run={(reason) =>
          change(api.post('/api/admin/unblinding', { body: { reason } }), w.unblinded)
        }
      >
        <p>{w.text}</p>
      </Confirm>
    </>
  );
}
