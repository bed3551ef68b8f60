import { useState } from 'react';
import { api } from '@/lib/api-client';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { change } from '../data/change';
import { useRead } from '../data/query';
import { useMay } from '../data/use-may';
import { Confirm } from '../parts/confirm';
import { When } from '../parts/format';
import s from './results.module.css';

type Whom = 'me' | 'everybody';

/** Who is unblinded, since when and why, and the buttons to unblind oneself or everybody. */
export function UnblindingPart() {
  const w = useConsoleMessages().unblinding;
  const { data } = useRead('/api/admin/unblinding');
  const may = useMay();
  const [asking, setAsking] = useState(false);
  const [whom, setWhom] = useState<Whom>('me');
  if (!data) return null;
  const ask = (whom: Whom) => () => {
    setWhom(whom);
    setAsking(true);
  };
  const state = data.everybody ? 'everybody' : data.unblinded ? 'me' : 'nobody';
  return (
    <>
      <Callout title={w.title[state]}>
        <p>{w.text[state]}</p>
        {data.unblindings.length > 0 && (
          <>
            <p>{w.list}</p>
            <ul className={s.unblindings}>
              {data.unblindings.map((one) => (
                <li key={one.person ?? ''}>
                  {w.done(one.person ?? null, one.actor)} <When at={one.at} />
                  {w.because(one.reason)}
                </li>
              ))}
            </ul>
          </>
        )}
        {!data.everybody && may('POST /api/admin/unblinding') && (
          <div className="cluster no-print">
            {!data.unblinded && (
              <Button variant="secondary" small onClick={ask('me')}>
                {w.action.me}
              </Button>
            )}
            {/* The call is the same. Only owners may unblind everybody, and they alone may show results early. */}
            {may('POST /api/admin/results/early') && (
              <Button variant="secondary" small onClick={ask('everybody')}>
                {w.action.everybody}
              </Button>
            )}
          </div>
        )}
      </Callout>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={w.question[whom]}
        action={w.action[whom]}
        reason={{ label: w.why, help: w.whyHelp }}
        run={(reason) =>
          change(
            api.post('/api/admin/unblinding', {
              body: { reason, everybody: whom === 'everybody' },
            }),
            w.unblinded[whom],
          )
        }
      >
        <p>{w.consequence[whom]}</p>
      </Confirm>
    </>
  );
}
