import { useState } from 'react';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import s from './audit.module.css';

type Outcome = 'none' | 'copied' | 'refused';

/** Puts a hash where it can be pasted from; browsers allow that on secure pages alone. */
export function CopyHash({ hash }: { hash: string }) {
  const w = useConsoleMessages().audit;
  const [outcome, setOutcome] = useState<Outcome>('none');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(hash);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <>
      <Button variant="secondary" small className="no-print" onClick={() => void copy()}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={18} />
        <span aria-live="polite">{outcome === 'copied' ? w.copied : w.copy}</span>
      </Button>
      <span role="status" className={s.refused}>
        {outcome === 'refused' && w.notCopied}
      </span>
    </>
  );
}
