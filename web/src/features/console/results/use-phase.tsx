import type { ReportPhase as Phase } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { useSearch } from '../data/use-search';
import { Filters, Pick } from '../parts/controls';

/** The phase in the address (before or after the intervention), and its control. */
export function usePhase(defaults: Record<string, Phase>, label: string) {
  const w = useConsoleMessages().results;
  const [search, setSearch] = useSearch<Record<string, string>>(defaults);
  const [name = ''] = Object.keys(defaults);
  const phase: Phase = search[name] === 'before' ? 'before' : 'after';
  const picker = (
    <Filters label={label}>
      <Pick
        label={w.phase}
        value={phase}
        options={(['before', 'after'] as const).map((one) => ({
          value: one,
          label: w.phases[one],
        }))}
        onChange={(value) => setSearch({ [name]: value })}
      />
    </Filters>
  );
  return { phase, picker };
}
