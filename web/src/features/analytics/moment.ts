import type { EventFields, EventName } from './events';
import { record } from './track';

/** The time of the step whose events are being created. */
let moment: number | undefined;

/** The time of the current step, in ms. */
export function now(): number {
  return moment ?? Date.now();
}

/** Creates the events of a step with the time `when`. */
export function at(when: number, make: () => void): void {
  moment = when;
  try {
    make();
  } finally {
    moment = undefined;
  }
}

/** Records an event of the current step. */
export function emit<K extends EventName>(name: K, fields: EventFields[K]): void {
  record(name, fields, now());
}
