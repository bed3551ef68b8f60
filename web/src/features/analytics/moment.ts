import type { EventFields, EventName } from './events';
import { record } from './track';

/** When the present step happened, while its events are made. */
let moment: number | undefined;

/** The time of the present step, in ms. */
export function now(): number {
  return moment ?? Date.now();
}

/** Makes the events of a step that happened at `when`: they have its time. */
export function at(when: number, make: () => void): void {
  moment = when;
  try {
    make();
  } finally {
    moment = undefined;
  }
}

/** Records an event of the present step. */
export function emit<K extends EventName>(name: K, fields: EventFields[K]): void {
  record(name, fields, now());
}
