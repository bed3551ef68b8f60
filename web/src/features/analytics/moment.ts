import type { EventFields, EventName } from './events';
import { record } from './track';

/** When what is being told of happened, while its events are made. */
let told: number | undefined;

/** The time of what is being told, in ms. */
export function now(): number {
  return told ?? Date.now();
}

/** Makes the events of something that happened at `at`: they have its time. */
export function at(moment: number, make: () => void): void {
  told = moment;
  try {
    make();
  } finally {
    told = undefined;
  }
}

/** Records an event of what is being told. */
export function emit<K extends EventName>(name: K, fields: EventFields[K]): void {
  record(name, fields, now());
}
