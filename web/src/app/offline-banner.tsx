import { useOutbox } from '@/features/outbox/outbox';
import { useMessages } from '@/locales/messages';
import { Icon } from '@/ui/icon';
import s from './offline-banner.module.css';

/** Shows that the server can't be reached and that answers are saved. */
export function OfflineBanner() {
  const w = useMessages().chrome;
  const { online, waiting } = useOutbox();
  return (
    <div role="status" className={s.place}>
      {!online && (
        <p className={s.offline}>
          <Icon name="cloud" size={20} />
          <span>
            <strong>{w.offline}</strong> {waiting > 0 ? w.offlineWaiting : w.offlineNone}
          </span>
        </p>
      )}
    </div>
  );
}
