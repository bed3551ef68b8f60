import { cx } from '@/lib/cx';
import { useConsoleMessages } from '@/locales/console';
import { useRead } from '../data/query';
import { countSimulated, useSimulated } from '../data/simulated';
import s from './simulated-switch.module.css';

/** Switches whether simulated participants are counted; hidden while there are none. */
export function SimulatedSwitch() {
  const w = useConsoleMessages().simulated;
  const counted = useSimulated();
  const simulated =
    useRead('/api/admin/overview', { query: { simulated: counted } }).data?.kinds.simulated ?? 0;
  if (!counted && simulated === 0) return null;
  return (
    <label className={cx(s.switch, counted && s.counted)}>
      <input
        type="checkbox"
        checked={counted}
        onChange={(event) => countSimulated(event.target.checked)}
      />
      {w.switch}
    </label>
  );
}
