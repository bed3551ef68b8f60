import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMON, EVENTS } from '../../web/src/features/analytics/events.ts';
import { countsDue, countsOf, eventsOf } from '../src/events.ts';
import { expect, type Group, test, until } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';
import type { Participant } from '../src/participant.ts';
import { arrived, ROUTES, type Route } from '../src/routes.ts';
import { bundles } from '../src/server.ts';

interface Plan {
  /** What is always answered at first: right half of the time, since the truth is balanced. */
  first: string[];
  /** Every route of the specification that this group sees, and no other. */
  routes: Route[];
  /** Where the study's files say what is right. */
  truth: { file: string; right: RegExp; all: RegExp } | null;
}

const plans: Record<Group, Plan> = {
  control_0: {
    first: ['original'],
    routes: [
      '/',
      '/consent',
      '/auth',
      '/pre-questionnaire',
      '/home',
      '/home-right',
      '/control-flow',
      '/post-questionnaire',
      '/end',
      '/profile',
      '/dashboard',
    ],
    truth: null,
  },
  treatment_0: {
    first: ['altered'],
    routes: [
      '/',
      '/consent',
      '/auth',
      '/pre-questionnaire',
      '/home',
      '/home-wrong',
      '/treatment-questionnaire',
      '/flow-a/start',
      '/flow-a/question/*',
      '/flow-a/question/*/followup',
      '/flow-a/question/*/correct',
      '/flow-a/question/*/incorrect',
      '/flow-a/interim',
      '/flow-a/end',
      '/post-questionnaire',
      '/end',
      '/profile',
      '/dashboard',
    ],
    truth: { file: 'flow-a.yaml', right: /^ +show: altered$/gm, all: /^ +show: /gm },
  },
  treatment_1: {
    first: ['original', 'genuine'],
    routes: [
      '/',
      '/consent',
      '/auth',
      '/pre-questionnaire',
      '/home',
      '/home-right',
      '/treatment-questionnaire',
      '/dashboard',
      '/flow-b/start/*',
      '/flow-b/question/*',
      '/flow-b/question/*/correct',
      '/flow-b/question/*/incorrect',
      '/post-questionnaire',
      '/end',
      '/profile',
    ],
    truth: { file: 'flow-b.yaml', right: /^ +correct: genuine$/gm, all: /^ +correct: /gm },
  },
};

test('the three journeys together see every route of the specification', () => {
  const seen = new Set(Object.values(plans).flatMap(({ routes }) => routes));
  expect([...seen].sort()).toEqual(Object.keys(ROUTES).sort());
});

for (const group of Object.keys(plans) as Group[]) {
  const plan = plans[group];
  test(`${group}: from / to /end, on clean pages, and all of it is in the database`, async ({
    participant,
    server,
  }) => {
    test.setTimeout(600_000);
    const net = watch(participant);
    const seen = new Set<Route>();
    const looked = new Set<string>();
    participant.first = plan.first;
    participant.look = async (route) => {
      const page = `${route} ${await partOf(participant, group, route)}`;
      seen.add(route);
      if (looked.has(page)) return;
      looked.add(page);
      await clean(participant.page, page);
    };
    await until(server, group);
    await participant.begin();
    await participant.walk();
    await participant.look('/end');
    expectAnswersStored(participant, group);
    expectVerdicts(participant, plan);
    await rename(participant);
    await participant.look('/profile');
    await participant.page.getByRole('button', { name: 'Go to Dashboard' }).click();
    await arrived(participant.page, '/dashboard');
    await participant.look('/dashboard');
    expect([...seen].sort()).toEqual([...plan.routes].sort());
    await expectEventsStored(participant, group);
    expect([...net.hosts]).toEqual([new URL(server.address).host]);
    expect(net.early).toEqual([]);
  });
}

/**
 * What is looked at beyond the first page of each route: every section of the questionnaires, which
 * are the same in all groups, by one group; every kind of medium.
 */
async function partOf({ page }: Participant, group: Group, route: Route): Promise<string> {
  const main = page.getByRole('main');
  if (route.endsWith('-questionnaire') && group === 'control_0') {
    return (await main.textContent())?.match(/Section \d+ of/)?.[0] ?? '';
  }
  if (/^\/(flow-.\/question\/\*|control-flow)$/.test(route)) {
    const video = main.locator('video');
    return (await video.count()) > 0 ? 'clip' : 'picture';
  }
  return '';
}

/** All hosts that the browser talks to, and events that it sends before anybody has agreed. */
function watch({ page }: Participant): { hosts: Set<string>; early: string[] } {
  const hosts = new Set<string>();
  const early: string[] = [];
  let agreed = false;
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http')) hosts.add(url.host);
    if (!agreed && url.pathname.startsWith('/api/collect')) early.push(url.pathname);
    agreed ||= url.pathname === '/api/auth/register';
  });
  return { hosts, early };
}

async function rename({ page, server }: Participant): Promise<void> {
  await page.goto(`${server.address}/profile`);
  await arrived(page, '/profile');
  await page.getByLabel('First name').fill('Ada');
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).first().click();
  expect((await saved).status()).toBe(200);
}

interface Row {
  id: string;
  item: string;
  answers: string;
}

/** Every receipt is a row, and every row has a receipt: nothing lost, nothing twice, nothing changed. */
function expectAnswersStored({ server, username, sent, chosen }: Participant, group: Group): void {
  const rows = server.rows<Row>(
    `select submission.id, item, answers from submission
     join link on link.participant = submission.participant
     join account on account.id = link.account where username = '${username}'`,
  );
  expect(sent.map(({ receipt }) => receipt).sort()).toEqual(rows.map(({ id }) => id).sort());
  const answers = Object.assign({}, ...rows.map((row) => JSON.parse(row.answers)));
  expect(answers).toMatchObject(chosen);
  for (const { receipt, body } of sent) {
    const row = rows.find(({ id }) => id === receipt);
    const values = Object.values(JSON.parse(row?.answers ?? '{}'));
    if (body.answer) expect(values).toContain(body.answer);
    if (body.confidence) expect(values).toContain(body.confidence);
    // Under the variables' full names: "k1_clarity" where the page says "clarity".
    for (const value of Object.values(body.answers ?? {})) expect(values).toContainEqual(value);
  }
  const [person] = server.rows<{ arm: string; status: string }>(
    `select arm, status from participant join link on link.participant = participant.id
     join account on account.id = link.account where username = '${username}'`,
  );
  expect(person).toEqual({ arm: group, status: 'completed' });
}

/** The first verdicts are those that the study's own files ask for. */
function expectVerdicts({ verdicts }: Participant, { truth }: Plan): void {
  const text = truth ? readFileSync(join(bundles.example, truth.file), 'utf8') : '';
  const count = (pattern: RegExp | undefined) => (pattern ? (text.match(pattern) ?? []).length : 0);
  const [right, all] = [count(truth?.right), count(truth?.all)];
  const said = [...verdicts.values()];
  expect(said.filter((verdict) => verdict === 'correct')).toHaveLength(right);
  expect(said.filter((verdict) => verdict === 'incorrect')).toHaveLength(all - right);
}

/** Exactly the events of what was done, with all their fields, and nothing in them that tells who or what. */
async function expectEventsStored(participant: Participant, group: Group): Promise<void> {
  const { page, username } = participant;
  // The profile was a second load of the app: its loading is measured again.
  const due = { ...countsDue(participant), 'Profile Updated': 1, 'Performance Measured': 2 };
  await expect.poll(() => countsOf(participant), { timeout: 60_000 }).toEqual(due);
  const rows = eventsOf(participant);
  expect(rows.map(({ name }) => name)).toContain('Page Viewed');
  const events = rows.filter(({ name }) => name !== '$identify');
  for (const { name, kind, properties } of events) {
    expect(kind, name).not.toBeNull();
    const fields = JSON.parse(properties) as Record<string, unknown>;
    for (const field of [...EVENTS[name as keyof typeof EVENTS], ...COMMON]) {
      expect(fields, `${name}.${field}`).toHaveProperty(field);
    }
  }
  const all = rows.map(({ properties }) => properties).join('\n');
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  for (const secret of [username, group, token ?? '-', 'Ada', 'Words for']) {
    expect(all).not.toContain(secret);
  }
  const sessions = new Set(events.map(({ properties }) => JSON.parse(properties).sessionId));
  expect(sessions.size).toBe(1);
}
