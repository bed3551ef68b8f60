import { useState } from 'react';
import type { Report } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { useRead } from '../data/query';
import { num } from '../parts/format';

/**
 * Whether comparisons between arms are shown: while the study is blinded and recruitment has not reached its target, only
 * on request, because a look at each interim result finds differences that are not there.
 */
export function useContrasts({ about }: Pick<Report, 'about'>) {
  const w = useConsoleMessages().results;
  const { data: study } = useRead('/api/admin/study');
  const [asked, setAsked] = useState(false);
  if (!about.masked) return { shown: true, switcher: null };
  // Until it is known how many are planned, nothing is shown that would have to be hidden.
  if (!study) return { shown: false, switcher: null };
  const target = study.quota ?? study.target;
  if (target == null || study.allocated >= target) return { shown: true, switcher: null };
  const switcher = (
    <Callout title={w.interim}>
      <p>{w.interimText(num(study.allocated), num(target))}</p>
      <p className="no-print">
        <Button variant="secondary" small aria-expanded={asked} onClick={() => setAsked(!asked)}>
          {asked ? w.hideContrasts : w.showContrasts}
        </Button>
      </p>
    </Callout>
  );
  return { shown: asked, switcher };
}
