import { useConsoleMessages } from '@/locales/console';
import { Icon } from '@/ui/icon';
import { useLive } from '../data/live';
import { When } from '../parts/format';
import s from './live-line.module.css';

/** Whether the figures are live. Announced only when the connection changes. */
export function LiveLine({ simulated }: { simulated: boolean }) {
  const w = useConsoleMessages().live;
  const { state, at } = useLive(simulated);
  return (
    <div className={s.line}>
      <p role="status" className={`${s[state]} no-print`}>
        {state === 'lost' ? <Icon name="cloud" size={18} /> : <span className={s.dot} />}
        {w[state]}
      </p>
      {at && (
        <p>
          {w.updated} <When at={at.toISOString()} seconds />
        </p>
      )}
    </div>
  );
}
