import { useConsoleMessages } from '@/locales/console';
import { useSearch } from '../data/use-search';
import { Filters, Pick } from './controls';

/**
 * The arm of a chart, from the address, and the control that changes it. While the study is blinded, the chart is of
 * all arms and there is no control.
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
    /** The index of the arm, or -1 for all. */
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
