import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import declared from '../../docs/generated/events.json' with { type: 'json' };
import type { EventName } from '../../web/src/features/analytics/events.ts';
import { eventsDue } from '../src/due.ts';
import { byName, eventsOf, type SentEvent, sentBy, throwErrors } from '../src/events.ts';
import { expect, type Group, nextIs, test } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';
import type { Participant } from '../src/participant.ts';
import { arrived, ROUTES, type Route, visit } from '../src/routes.ts';
import { bundles, participantOf } from '../src/server.ts';
import { type Visit, visitsOf } from '../src/visits.ts';

interface Plan {
  /** The first answer to every item; it is correct half of the time, because the truth is balanced. */
  first: string[];
  /** Every route of the specification that only this group sees. */
  routes: Route[];
  /** Kinds of event that only some groups have. */
  kinds: EventName[];
  /** Where the study's files have the truth. */
  truth: { file: string; right: RegExp; all: RegExp } | null;
}

/** Routes that every group sees. */
const COMMON: Route[] = [
  ...(['/', '/consent', '/auth', '/pre-questionnaire', '/home'] as const),
  ...(['/post-questionnaire', '/end', '/profile', '/dashboard'] as const),
];

const plans: Record<Group, Plan> = {
  control_0: {
    first: ['original'],
    routes: ['/home-right', '/control-flow'],
    kinds: [],
    truth: null,
  },
  treatment_0: {
    first: ['altered'],
    routes: [
      '/home-wrong',
      '/treatment-questionnaire',
      '/flow-a/start',
      '/flow-a/question/*',
      '/flow-a/question/*/followup',
      '/flow-a/question/*/correct',
      '/flow-a/question/*/incorrect',
      '/flow-a/interim',
      '/flow-a/end',
    ],
    kinds: ['Flow A Question Answered', 'Flow A Completed'],
    truth: { file: 'flow-a.yaml', right: /^ +show: altered$/gm, all: /^ +show: /gm },
  },
  treatment_1: {
    first: ['original', 'genuine'],
    routes: [
      '/home-right',
      '/treatment-questionnaire',
      '/flow-b/start/*',
      '/flow-b/question/*',
      '/flow-b/question/*/correct',
      '/flow-b/question/*/incorrect',
    ],
    kinds: [
      'Persona Viewed',
      'Persona Selected',
      'Flow B Prompt Answered',
      'Flow B Completed',
      'Dashboard Action',
    ],
    truth: { file: 'flow-b.yaml', right: /^ +correct: genuine$/gm, all: /^ +correct: /gm },
  },
};

/** Kinds of event that every journey has. */
const EVERYWHERE: EventName[] = [
  'Page Viewed',
  'Questionnaire Completed',
  'Profile Viewed',
  'Profile Updated',
  'Dashboard Viewed',
  'Performance Measured',
  'Error Occurred',
];

test('the three journeys together have every kind of event', () => {
  const kinds = [...EVERYWHERE, ...Object.values(plans).flatMap((plan) => plan.kinds)];
  expect(kinds.sort()).toEqual(Object.keys(declared.events).sort());
});

test('the three journeys together see every route of the specification', () => {
  const seen = new Set([...COMMON, ...Object.values(plans).flatMap(({ routes }) => routes)]);
  expect([...seen].sort()).toEqual(Object.keys(ROUTES).sort());
});

for (const group of Object.keys(plans) as Group[]) {
  const plan = plans[group];
  test(`${group}: from / to /end, on clean pages, all stored`, async ({ participant, server }) => {
    test.setTimeout(600_000);
    const net = watch(participant);
    const visits = visitsOf(participant.page);
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
    nextIs(server, group);
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
    expect([...seen].sort()).toEqual([...COMMON, ...plan.routes].sort());
    await throwErrors(participant.page, ['broken on purpose']);
    await expectEventsStored(participant, group, visits);
    expect([...net.hosts]).toEqual([new URL(server.address).host]);
    expect(net.early).toEqual([]);
  });
}

/**
 * What is checked in addition to the first page of each route: every section of the questionnaires, by one group,
 * because they are the same for all; and every kind of medium.
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

/** All hosts that the browser contacts, and events that it sends before the consent. */
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
  await visit(page, server, '/profile');
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
    `select id, item, answers from submission where participant = ${participantOf(username)}`,
  );
  expect(sent.map(({ receipt }) => receipt).sort()).toEqual(rows.map(({ id }) => id).sort());
  const answers = Object.assign({}, ...rows.map((row) => JSON.parse(row.answers)));
  expect(answers).toMatchObject(chosen);
  for (const { receipt, body } of sent) {
    const row = rows.find(({ id }) => id === receipt);
    const values = Object.values(JSON.parse(row?.answers ?? '{}'));
    if (body.answer) expect(values).toContain(body.answer);
    if (body.confidence) expect(values).toContain(body.confidence);
    // By the full names of variables: "k1_clarity" where the page has "clarity".
    for (const value of Object.values(body.answers ?? {})) expect(values).toContainEqual(value);
  }
  const [person] = server.rows<{ arm: string; status: string }>(
    `select arm, status from participant where id = ${participantOf(username)}`,
  );
  expect(person).toEqual({ arm: group, status: 'completed' });
}

/** The first feedback agrees with the truth in the study's files. */
function expectVerdicts({ verdicts }: Participant, { truth }: Plan): void {
  const text = truth ? readFileSync(join(bundles.example, truth.file), 'utf8') : '';
  const count = (pattern: RegExp | undefined) => (pattern ? (text.match(pattern) ?? []).length : 0);
  const [right, all] = [count(truth?.right), count(truth?.all)];
  const said = [...verdicts.values()];
  expect(said.filter((verdict) => verdict === 'correct')).toHaveLength(right);
  expect(said.filter((verdict) => verdict === 'incorrect')).toHaveLength(all - right);
}

/** Exactly the expected events, with all their fields, and no personal data or answers. */
async function expectEventsStored(
  participant: Participant,
  group: Group,
  visits: readonly Visit[],
): Promise<void> {
  const { page, username, server } = participant;
  // Events before the consent are not recorded at registration.
  const agreed = visits.map(({ path }) => path).lastIndexOf('/auth') + 1;
  const due = {
    ...eventsDue(participant, visits.slice(agreed)),
    'Profile Updated': [{ fieldsUpdated: ['firstName'], numberOfFieldsUpdated: 1 }],
    'Error Occurred': [
      {
        errorType: 'Window Error',
        errorMessage: 'broken on purpose',
        url: '/dashboard',
        userAgent: await page.evaluate(() => navigator.userAgent),
        stack: expect.stringContaining('broken on purpose'),
        componentStack: '',
      },
    ],
  };
  const some = Object.entries(due).filter(([, events]) => events.length > 0);
  await expect
    .poll(() => byName(sentBy(participant)), { timeout: 60_000 })
    .toEqual(Object.fromEntries(some));
  expect(some.map(([name]) => name).sort()).toEqual([...EVERYWHERE, ...plans[group].kinds].sort());
  const sent = sentBy(participant);
  expectWhole(sent, await page.evaluate(() => sessionStorage.getItem('analytics_session')));
  expectSeconds(sent);

  const rows = eventsOf(participant);
  const all = rows.map(({ properties }) => properties).join('\n');
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  for (const secret of [username, group, token ?? '-', 'Ada', 'Words for']) {
    expect(all).not.toContain(secret);
  }
  expect(server.rows('select * from event where participant is null', 'analytics')).toEqual([]);
}

/** Every event has the common fields with plausible values, and no undeclared field. */
function expectWhole(sent: readonly SentEvent[], session: string | null): void {
  for (const { name, at, own, common, strange } of sent) {
    expect(strange, name).toEqual([]);
    expect(common, name).toEqual({
      sessionId: session,
      viewportWidth: expect.any(Number),
      viewportHeight: expect.any(Number),
      screenWidth: expect.any(Number),
      screenHeight: expect.any(Number),
      timestamp: new Date(at).toISOString(),
    });
    if ('mediaUrl' in own) expect(own.mediaUrl === '', name).toBe(own.mediaType === 'none');
    // The viewport of a phone or a desktop, as pages were checked.
    expect([`360x740`, `1280x800`]).toContain(`${common.viewportWidth}x${common.viewportHeight}`);
  }
}

/** Times are elapsed seconds: each is part of the journey, and those of a flow fit into the flow's. */
function expectSeconds(sent: readonly SentEvent[]): void {
  const journey =
    (Math.max(...sent.map(({ at }) => at)) - Math.min(...sent.map(({ at }) => at))) / 1000;
  const times = (field: string) =>
    sent.flatMap(({ own }) => (own[field] as number | undefined) ?? []);
  for (const time of [...times('timeSpent'), ...times('totalTime')]) {
    expect(time).toBeGreaterThan(0);
    expect(time).toBeLessThanOrEqual(journey);
  }
  for (const flow of ['Flow A', 'Flow B']) {
    const [whole] = sent.filter(({ name }) => name === `${flow} Completed`);
    const parts = sent.filter(({ name }) => name.startsWith(flow) && name.endsWith('Answered'));
    const sum = parts.reduce((all, { own }) => all + (own.timeSpent as number), 0);
    if (whole) expect(sum).toBeLessThanOrEqual(whole.own.totalTime as number);
  }
}
