import { useEffect, useState } from 'react';
import { cx } from '@/lib/cx';
import { useStore } from '@/lib/store';
import { useMessages } from '@/locales/messages';
import { Button } from '@/ui/button';
import { KIND_ICON } from '@/ui/callout';
import { Icon } from '@/ui/icon';
import { dismiss, type Notification, notifications } from './store';
import s from './toaster.module.css';

/**
 * All messages, in a region that is in the document before the first of them, so that it is read out. `inFlow`: those
 * that stay are above the page and cover nothing of it.
 */
export function Toaster({ inFlow = false }: { inFlow?: boolean }) {
  const list = useStore(notifications);
  return (
    <div
      className={cx(s.toasts, inFlow && list.some(stays) && s.inFlow, 'no-print')}
      role="status"
      aria-live="polite"
    >
      {list.map((notification) => (
        <Toast key={notification.id} notification={notification} />
      ))}
    </div>
  );
}

const stays = ({ duration }: Notification) => duration <= 0;

function Toast({ notification }: { notification: Notification }) {
  const { id, kind, text, duration } = notification;
  const w = useMessages().ui;
  const [held, setHeld] = useState(false);
  // A message stays while it is hovered or focused.
  useEffect(() => {
    if (duration <= 0 || held) return;
    const timer = setTimeout(() => dismiss(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration, held]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only hold the clock
    <div
      className={cx(s.toast, s[kind])}
      role={kind === 'bad' ? 'alert' : undefined}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon name={KIND_ICON[kind]} />
      <p>{text}</p>
      <Button variant="icon" aria-label={w.closeMessage} onClick={() => dismiss(id)}>
        <Icon name="x" size={20} />
      </Button>
    </div>
  );
}
