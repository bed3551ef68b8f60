import type declared from '../../../../docs/generated/events.json';

/**
 * The fields of each kind of event, under the name that is sent: `crates/server/src/collector/kinds.rs` declares them.
 * Answers appear as the option chosen, never as typed text.
 */
export type EventFields = (typeof declared)['events'];

export type EventName = keyof EventFields;

/** What every event has in addition to its own fields. */
export type CommonFields = (typeof declared)['common'];
