import { useState } from 'react';
import type { AuditChain } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Icon } from '@/ui/icon';

import { num } from '../parts/format';
import s from './audit.module.css';

/** Shows whether the log is intact, and the hash to store for a later verification. */
export function Chain({ chain }: { chain: AuditChain }) {
  const w = useConsoleMessages().audit;
  const { whole, entries, brokenAt, head } = chain;
  if (whole && !head) return <Callout kind="info">{w.empty}</Callout>;
  return (
    <>
      {whole ? (
        <Callout kind="good" title={w.whole}>
          <p>{w.wholeText(num(entries))}</p>
        </Callout>
      ) : (
        <Callout kind="bad" title={w.broken} role="alert">
          <p>{w.brokenText(num(brokenAt), num(entries))}</p>
        </Callout>
      )}
      {head && (
        <dl className={s.head}>
          <dt>{w.head}</dt>
          <dd className={s.hash}>
            <code>{head}</code>
            <CopyHash key={head} hash={head} />
          </dd>
          <dd className="note">{w.headHelp}</dd>
        </dl>
      )}
    </>
  );
}

type Outcome = 'none' | 'copied' | 'failed';

/** Copies a hash to the clipboard; browsers allow it only on secure pages. */
function CopyHash({ hash }: { hash: string }) {
  const w = useConsoleMessages().audit;
  const [outcome, setOutcome] = useState<Outcome>('none');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(hash);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <>
      <Button variant="secondary" small className="no-print" onClick={() => void copy()}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={18} />
        <span aria-live="polite">{outcome === 'copied' ? w.copied : w.copy}</span>
      </Button>
      <span role="status" className={s.failed}>
        {outcome === 'failed' && w.notCopied}
      </span>
    </>
  );
}
