import type { AuditChain } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Callout } from '@/ui/callout';

import { num } from '../parts/format';
import s from './audit.module.css';
import { CopyHash } from './copy-hash';

/** Whether the log is what was written into it, and what to keep so that this can be told later. */
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
          <dd className={s.help}>{w.headHelp}</dd>
        </dl>
      )}
    </>
  );
}
