import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Participant } from './participant.ts';
import type { Server } from './server.ts';

/** An analytics event as the server keeps it. */
export interface Event {
  name: string;
  kind: string | null;
  participant: string | null;
  distinct_id: string;
  properties: string;
}

/** Rows of the server's analytics database. */
export function analytics<T>(server: Server, sql: string): T[] {
  const file = join(server.folder, 'data/analytics.db');
  const out = execFileSync('sqlite3', ['-readonly', '-json', '-cmd', '.timeout 10000', file, sql], {
    encoding: 'utf8',
  });
  return out.trim() === '' ? [] : (JSON.parse(out) as T[]);
}

/** All events of a participant, oldest first. */
export function eventsOf(participant: Participant): Event[] {
  const [who] = participant.server.rows<{ id: string }>(
    `select participant as id from link join account on account.id = link.account
     where username = '${participant.username}'`,
  );
  return analytics<Event>(
    participant.server,
    `select name, kind, participant, distinct_id, properties from event
     where participant = '${who?.id}' order by happened_at, id`,
  );
}

/** Those of which the number follows from the pages that were seen. */
const BY_PAGE = ['Page Viewed', 'Dashboard Viewed', 'Dashboard Action', 'Profile Viewed'];

/** How often each event of the study itself came. */
export function countsOf(participant: Participant): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name, kind } of eventsOf(participant)) {
    if (kind !== null && !BY_PAGE.includes(name)) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** How often each must come, from what was really handed in. */
export function countsDue(participant: Participant): Record<string, number> {
  const count = (pattern: RegExp) =>
    participant.sent.filter(({ path }) => pattern.test(path)).length;
  const all: Record<string, number> = {
    'Questionnaire Completed': new Set(
      participant.sent.flatMap(({ path }) => path.match(/save-\w+/) ?? []),
    ).size,
  };
  const a = count(/^\/api\/flow-a\/questions\/[^/]+\/answer$/);
  if (a > 0) Object.assign(all, { 'Flow A Question Answered': a, 'Flow A Completed': 1 });
  const b = count(/^\/api\/flow-b\/posts\/[^/]+\/answer$/);
  const personas = count(/complete-persona/);
  if (b > 0) {
    Object.assign(all, {
      'Flow B Prompt Answered': b,
      'Flow B Completed': 1,
      'Persona Viewed': personas,
      'Persona Selected': personas,
    });
  }
  return all;
}
