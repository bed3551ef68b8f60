import { useId, useState } from 'react';
import type { ParticipantDetail, WithdrawalMode } from '@/api/schema';
import { api } from '@/lib/api-client';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { change } from '../data/change';
import { type ConsoleCall, useMay } from '../data/use-may';
import { Confirm } from '../parts/confirm';
import s from './participants.module.css';

const EXCLUSIONS = ['exclude', 'include'] as const;

const CALLS = {
  exclude: 'POST /api/admin/participants/{code}/exclusion',
  include: 'DELETE /api/admin/participants/{code}/exclusion',
} as const satisfies Record<(typeof EXCLUSIONS)[number], ConsoleCall>;

/** Excludes a participant from the analysis, re-includes them unless the plan excludes them, or withdraws them. */
export function Actions({ detail }: { detail: ParticipantDetail }) {
  const w = useConsoleMessages().participant;
  const [asking, setAsking] = useState<'exclude' | 'include' | 'withdraw'>();
  const may = useMay();
  const { code } = detail;
  const exclusion = detail.excluded && !detail.excludedAsPlanned ? 'include' : 'exclude';
  const done = { exclude: w.excludedNow, include: w.included };
  const mayExclude = may(CALLS[exclusion]);
  const mayWithdraw = may('POST /api/admin/participants/{code}/withdrawal');
  if (!mayExclude && !mayWithdraw) return null;
  return (
    <div className="cluster no-print">
      {mayExclude && (
        <Button variant="secondary" small onClick={() => setAsking(exclusion)}>
          {w[exclusion]}
        </Button>
      )}
      {mayWithdraw && detail.status !== 'withdrawn' && (
        <Button variant="danger" small onClick={() => setAsking('withdraw')}>
          {w.withdraw}
        </Button>
      )}
      {EXCLUSIONS.map((act) => (
        <Confirm
          key={act}
          open={asking === act}
          onClose={() => setAsking(undefined)}
          title={w[`${act}Title`](code)}
          action={w[act]}
          reason={{ label: w.why, help: w[`${act}Why`] }}
          run={(reason) => {
            const call = act === 'exclude' ? api.post : api.delete;
            const path = '/api/admin/participants/{code}/exclusion';
            return change(call(path, { path: { code }, body: { reason } }), done[act](code));
          }}
        >
          <p>{w[`${act}Text`]}</p>
        </Confirm>
      ))}
      <Withdrawal code={code} open={asking === 'withdraw'} onClose={() => setAsking(undefined)} />
    </div>
  );
}

type WithdrawalProps = { code: string; open: boolean; onClose: () => void };

/** For a participant who asked the researcher to withdraw them. */
function Withdrawal({ code, open, onClose }: WithdrawalProps) {
  const w = useConsoleMessages().participant;
  const [mode, setMode] = useState<WithdrawalMode>('keep');
  const name = useId();
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={w.withdrawTitle(code)}
      action={w.withdraw}
      reason={{ label: w.why, help: w.withdrawWhy }}
      typed={mode === 'erase' ? { label: w.typeCode(code), text: code } : undefined}
      run={(reason) =>
        change(
          api.post('/api/admin/participants/{code}/withdrawal', {
            path: { code },
            body: { mode, reason },
          }),
          mode === 'erase' ? w.erasedNow(code) : w.withdrawnNow(code),
        )
      }
    >
      <p>{w.withdrawText}</p>
      <fieldset className={s.scope}>
        <legend>{w.scope}</legend>
        {(['keep', 'erase'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={mode === one} onChange={() => setMode(one)} />
            <span>
              <strong>{w.scopes[one]}</strong> {w.scopeNotes[one]}
            </span>
          </label>
        ))}
      </fieldset>
    </Confirm>
  );
}
