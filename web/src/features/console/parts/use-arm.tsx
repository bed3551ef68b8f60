import { useConsoleMessages } from '@/locales/console';
import { useSearch } from '../data/use-search';
import { Filters, Pick } from './controls';

/**
 * Which arm a chart is about: the one in the address, and the control that changes it. While the arms are blinded,
 * the chart is of all of them together, and there is no control.
 */
export function useArm(
  defaults: Record<string, string>,
  arms: readonly { id: string; label: string }[],
  label: string,
) {
  const w = useConsoleMessages().overview;
  const [search, setSearch] = useSearch(defaults);
  const [name = ''] = Object.keys(defaults);
  const at = arms.findIndex((arm) => arm.id === search[name]);
  return {
    /** Its place among the arms, or -1: all of them together. */
    at,
    arm: arms[at]?.id ?? '',
    picker: arms.length > 0 && (
      <Filters label={label}>
        <Pick
          label={w.arm}
          value={arms[at]?.id ?? ''}
          options={[
            { value: '', label: w.allArms },
            ...arms.map(({ id, label }) => ({ value: id, label })),
          ]}
          onChange={(value) => setSearch({ [name]: value })}
        />
      </Filters>
    ),
  };
}
