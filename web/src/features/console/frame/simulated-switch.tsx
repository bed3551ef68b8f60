import { cx } from '@/lib/cx';
import { useConsoleWords } from '@/locales/console';
import { useRead } from '../data/query';
import { countSimulated, useSimulated } from '../data/simulated';
import s from './simulated-switch.module.css';

/** Whether robots are counted; not there where no rehearsal has ever been. */
export function SimulatedSwitch() {
  const w = useConsoleWords().simulated;
  const counted = useSimulated();
  const versions = useRead('/api/admin/study').data?.versions ?? [];
  if (!counted && !versions.some((version) => version.simulated > 0)) return null;
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
