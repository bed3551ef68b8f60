import type { Page } from '@playwright/test';
import declared from '../../docs/generated/events.json' with { type: 'json' };
import type { CommonFields, EventName } from '../../web/src/features/analytics/events.ts';
import type { Participant } from './participant.ts';
import { participantOf } from './server.ts';

/** An analytics event as the server stores it. */
export interface Event {
  name: string;
  kind: string | null;
  participant: string | null;
  distinct_id: string;
  happened_at: number;
  properties: string;
}

/** All events of a participant, oldest first. */
export function eventsOf({ server, username }: Pick<Participant, 'server' | 'username'>): Event[] {
  const [who] = server.rows<{ id: string }>(`select ${participantOf(username)} as id`);
  return server.rows<Event>(
    `select name, kind, participant, distinct_id, happened_at, properties from event
     where participant = '${who?.id}' order by happened_at, id`,
    'analytics',
  );
}

/** The fields that all events have. */
type Common = Record<keyof CommonFields, unknown>;

/** The parts of an event; the client's own properties are the only others. */
export interface SentEvent {
  name: EventName;
  at: number;
  own: Record<string, unknown>;
  common: Common;
  /** Names of undeclared fields. */
  strange: string[];
}

/** The events of a participant's browser, without `$identify`, which the client sends at sign-in. */
export function sentBy(participant: Participant): SentEvent[] {
  const events = eventsOf(participant).filter(({ name }) => name !== '$identify');
  return events.map(({ name, happened_at, properties }) => {
    const fields = JSON.parse(properties) as Record<string, unknown>;
    const ofKind = Object.keys(declared.events[name as EventName] ?? {});
    const ofAll = Object.keys(declared.common);
    const pick = (names: readonly string[]) =>
      Object.fromEntries(names.filter((one) => one in fields).map((one) => [one, fields[one]]));
    const known = new Set([...ofKind, ...ofAll]);
    return {
      name: name as EventName,
      at: happened_at,
      own: pick(ofKind),
      common: pick(ofAll) as Common,
      strange: Object.keys(fields).filter((one) => !known.has(one) && !/^(\$|mp_)/.test(one)),
    };
  });
}

/** The own fields of all events, by name, in order of time. */
export function byName(sent: readonly SentEvent[]): Partial<Record<EventName, unknown[]>> {
  const all: Partial<Record<EventName, unknown[]>> = {};
  for (const { name, own } of sent) {
    all[name] ??= [];
    all[name].push(own);
  }
  return all;
}

/** Throws uncaught errors, each in its own task. */
export async function throwErrors(page: Page, messages: string[]): Promise<void> {
  await page.evaluate((all) => {
    for (const message of all) {
      setTimeout(() => {
        throw new Error(message);
      });
    }
  }, messages);
}
