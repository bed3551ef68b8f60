import { NOTIFICATION_DURATION } from '@/lib/constants';
import { createStore } from '@/lib/store';
import type { Kind } from '@/ui/callout';

export interface Notification {
  id: number;
  kind: Kind;
  text: string;
  /** Duration in milliseconds; 0 or less means until it is closed. */
  duration: number;
}

export const notifications = createStore<Notification[]>([]);
let last = 0;

/** Shows a message and returns its ID. */
export function notify(kind: Kind, text: string, duration = NOTIFICATION_DURATION): number {
  last += 1;
  // The same text again restarts the message instead of adding another.
  const others = notifications.get().filter((n) => n.text !== text);
  notifications.set([...others, { id: last, kind, text, duration }]);
  return last;
}

/** Removes a message. */
export function dismiss(id: number): void {
  notifications.set(notifications.get().filter((n) => n.id !== id));
}
