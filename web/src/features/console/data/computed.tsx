import type { ReactNode } from 'react';
import type { Report, ResultsLook } from '@/api/schema';
import { interfaceLocale, useLocale } from '@/lib/locale';
import { useConsoleMessages } from '@/locales/console';
import { When } from '../parts/format';
import { Loaded } from './loaded';
import s from './loaded.module.css';
import { useRead } from './query';

import { useSimulated } from './simulated';

/** How long to wait before requesting again a report that the server still computes, in milliseconds. */
const AGAIN = 1500;

/**
 * Shows content of the report. With thousands of participants it takes seconds to compute. Until then, the last report
 * is shown with its time, or a message that the first one is being computed.
 */
export function Computed({
  children,
}: {
  children: (report: Report, looks: ResultsLook[]) => ReactNode;
}) {
  const simulated = useSimulated();
  const locale = interfaceLocale(useLocale());
  const query = useRead('/api/admin/results', { query: { simulated, locale } }, (data) =>
    data?.computing ? AGAIN : false,
  );
  const w = useConsoleMessages().loading;
  return (
    <Loaded query={query}>
      {({ computing, asOf, report, looks }) => (
        <>
          <p className={report ? s.newer : s.waiting} role="status" hidden={!computing}>
            {report ? (
              <>
                {w.newer} <When at={asOf} seconds />
              </>
            ) : (
              w.computing
            )}
          </p>
          {report && children(report, looks)}
        </>
      )}
    </Loaded>
  );
}
