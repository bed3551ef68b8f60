import type { Page, Route } from '@playwright/test';
import {
  adopt,
  expect,
  type Group,
  nextIs,
  registered,
  storeTokens,
  test,
} from '../src/fixtures.ts';
import { Participant, password } from '../src/participant.ts';
import { arrived, routeOf, visit } from '../src/routes.ts';
import { expireAll, participantOf, type Server } from '../src/server.ts';

/** A participant's submissions, in the order in which they were stored. */
function stored(server: Server, username: string): string[] {
  const rows = server.rows<{ item: string; attempt: number }>(
    `select item, attempt from submission where participant = ${participantOf(username)} order by rowid`,
  );
  return rows.map(({ item, attempt }) => `${item} ${attempt}`);
}

/** A participant of the small study, signed in and on the first page. */
async function started(page: Page, server: Server): Promise<[Participant, string]> {
  const participant = new Participant(page, server);
  const person = await registered(server);
  await adopt(participant, person);
  await visit(page, server, '/pre-questionnaire');
  return [participant, person.username];
}

async function present(participant: Participant): Promise<string> {
  const state = await participant.get('/api/users/current-state');
  return state.currentState;
}

/** Whether the page may be shown now. */
async function right(participant: Participant, group: Group): Promise<boolean> {
  const query = { groupType: group, currentPath: participant.path };
  const { correctPage } = await participant.get('/api/page-flow/correct-page', { query });
  return correctPage === participant.path;
}

/** Presses the browser's back button, which leads to an earlier page or is redirected to the current one. */
async function back(participant: Participant, group: Group): Promise<void> {
  await participant.page.goBack();
  // There is no page of the study before the first one.
  if (participant.page.url() === 'about:blank') return;
  await expect.poll(() => right(participant, group), { intervals: [50, 100] }).toBe(true);
  await arrived(participant.page, participant.path);
}

const ASKS = /questionnaire$|^\/home$|question\/[^/]+(\/followup)?$|^\/control-flow$/;

test('ten answers without a connection: each arrives once', async ({ page, small }) => {
  // The shortest arm asks fewer questions.
  nextIs(small, 'treatment_1');
  const [first, username] = await started(page, small);
  const context = page.context();
  let participant = first;
  for (let answers = 0; answers < 10; answers++) {
    await participant.walk((path) => ASKS.test(path));
    const before = stored(small, username);
    // The page finishes its requests before the connection is cut.
    await participant.page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await participant.submit();
    const tab = participant.page;
    await expect(tab.getByText(/Not sent yet|saved on this device/).first()).toBeVisible();
    expect(stored(small, username)).toEqual(before);
    if (answers % 3 === 1) {
      // Without a connection, no page can be loaded; the submission is stored all the same.
      await tab.reload().catch(() => {});
    }
    if (answers % 3 === 2) {
      const next = await context.newPage();
      await tab.close();
      participant = new Participant(next, small);
    }
    await context.setOffline(false);
    if (answers % 3 !== 0) await participant.page.goto(`${small.address}/dashboard`);
    await expect
      .poll(() => stored(small, username).length, { timeout: 60_000 })
      .toBe(before.length + 1);
    expect(stored(small, username).slice(0, -1)).toEqual(before);
    // The server decides the page, and no question is repeated.
    const path = await present(participant);
    await visit(participant.page, small, path);
    // A late reply to a repeated submission would look like that to the next answer.
    await participant.page.waitForLoadState('networkidle');
  }
  const all = stored(small, username);
  expect(new Set(all).size).toBe(all.length);
});

/** Settles when `page` calls the server as this participant. */
async function callsAs(page: Page, server: Server, username: string): Promise<void> {
  const [row] = server.rows<{ code: string }>(
    `select code from participant where id = ${participantOf(username)}`,
  );
  await page.waitForRequest((call) => call.headers()['unmask-participant'] === row?.code);
}

test("an answer stays its author's when another user signs in", async ({ page, small }) => {
  const [one, second] = [await registered(small), await registered(small)];
  const first = one.username;
  const next = await page.context().newPage();
  await next.goto(`${small.address}/robots.txt`);
  await storeTokens(next, one);
  const participant = new Participant(page, small);
  await visit(page, small, '/pre-questionnaire');
  // An answer waits on the first person's page.
  await page.route('**/api/users/save-*', (route) => route.abort());
  await participant.submit();
  await expect(page.getByText(/Not sent yet|saved on this device/).first()).toBeVisible();
  const noticed = callsAs(page, small, second.username);
  await storeTokens(next, second);
  await noticed;
  await page.unroute('**/api/users/save-*');
  const asked = callsAs(page, small, second.username);
  await visit(page, small, '/pre-questionnaire');
  await asked;
  expect(stored(small, second.username)).toEqual([]);
  expect(stored(small, first)).toEqual([]);
  // The first person comes back: the answer was kept for them.
  await storeTokens(next, await small.signIn(first, password));
  await expect.poll(() => stored(small, first).length, { timeout: 60_000 }).toBe(1);
  expect(stored(small, second.username)).toEqual([]);
});

test('a failed, interrupted or lost refresh signs no participant out', async ({ page, small }) => {
  const [participant, username] = await started(page, small);
  const failures: Record<string, (route: Route) => Promise<void>> = {
    '500': (route) => route.fulfill({ status: 500, body: '{}' }),
    '503': (route) => route.fulfill({ status: 503, body: 'upstream' }),
    cut: (route) => route.abort('connectionreset'),
    lost: async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    garbled: (route) => route.fulfill({ status: 200, body: '{"access_tok' }),
  };
  for (const [kind, fail] of Object.entries(failures)) {
    await participant.walk((path) => ASKS.test(path));
    const before = stored(small, username).length;
    let asked = 0;
    await page.route('**/api/auth/refresh', (route) =>
      asked++ === 0 ? fail(route) : route.continue(),
    );
    participant.look = async () => expireAll(small);
    await participant.submit();
    participant.look = async () => {};
    await expect.poll(() => stored(small, username).length, { timeout: 60_000 }).toBe(before + 1);
    expect(asked, kind).toBeGreaterThan(1);
    expect(participant.path, kind).not.toBe('/auth');
    await page.unroute('**/api/auth/refresh');
    const path = await present(participant);
    await visit(page, small, path);
  }
});

test('two tabs whose tokens expire together both continue, twenty times', async ({
  page,
  small,
}) => {
  const [, username] = await started(page, small);
  const other = await page.context().newPage();
  for (let round = 0; round < 20; round++) {
    expireAll(small);
    // Waits for the page's last calls: a token that expires between a refresh and its call is another case.
    const last = [page, other].flatMap((tab) =>
      ['/api/page-flow/correct-page', '/api/study/consent'].map((path) =>
        tab.waitForResponse((reply) => reply.ok() && new URL(reply.url()).pathname === path),
      ),
    );
    await Promise.all([page, other].map((tab) => tab.goto(`${small.address}/profile`)));
    for (const tab of [page, other]) await arrived(tab, '/profile');
    await Promise.all(last);
  }
  const [session] = small.rows<{ open: number; generation: number }>(
    `select count(*) as open, max(generation) as generation from session
     join account on account.id = session.account where username = '${username}' and revoked_at is null`,
  );
  expect(session?.open).toBe(1);
  expect(session?.generation).toBeGreaterThanOrEqual(20);
});

for (const group of ['control_0', 'treatment_0', 'treatment_1'] satisfies Group[]) {
  test(`${group}: double click, back, second device`, async ({ browser, page, small }) => {
    nextIs(small, group);
    const [participant, username] = await started(page, small);
    participant.press = 'dblclick';
    const context = await browser.newContext();
    const device = new Participant(await context.newPage(), small);
    await adopt(device, await small.signIn(username, password));
    const seen = new Set<string>();
    while (participant.path !== '/end') {
      const { path } = participant;
      if (!seen.has(routeOf(path))) {
        // The other device tries to open a later page.
        await device.page.goto(`${small.address}/end`);
        await arrived(device.page, path);
      }
      seen.add(routeOf(path));
      await participant.step();
      const next = await present(participant);
      expect(participant.path).toBe(next);
      await back(participant, group);
      await visit(page, small, next);
      expect(await present(participant)).toBe(next);
    }
    expect(stored(small, username)).toHaveLength(participant.sent.length);
    expect(new Set(participant.sent.map(({ receipt }) => receipt)).size).toBe(
      participant.sent.length,
    );
    expect(seen.size).toBeGreaterThan(5);
    await context.close();
  });
}

/** Pages outside the page flow. A second device is opened on each. */
const BESIDE = ['/', '/consent', '/auth', '/profile', '/dashboard', '/end'];

test('double click, back, second device outside the study', async ({ browser, page, server }) => {
  nextIs(server, 'control_0');
  const participant = new Participant(page, server);
  participant.press = 'dblclick';
  await participant.begin();
  const counts = server.rows(
    `select count(distinct account.id) as accounts, count(distinct link.participant) as participants,
       count(distinct consent.rowid) as consents from account
     left join link on link.account = account.id
     left join consent on consent.participant = link.participant
     where account.username = '${participant.username}'`,
  );
  expect(counts).toEqual([{ accounts: 1, participants: 1, consents: 1 }]);
  // Goes back through the earlier forms: no sign-out, no repeated question, no second registration.
  for (let times = 0; times < 2; times++) await back(participant, 'control_0');

  const context = await browser.newContext();
  const device = new Participant(await context.newPage(), server);
  await device.page.goto(`${server.address}/auth`);
  await device.signIn(participant.username);
  await arrived(device.page, '/pre-questionnaire');
  for (const who of [participant, device]) {
    for (const path of BESIDE) {
      await who.page.goto(`${server.address}${path}`);
      await expect.poll(() => right(who, 'control_0')).toBe(true);
      await arrived(who.page, who.path);
      await back(who, 'control_0');
      if (who.page.url() === 'about:blank') await who.page.goForward();
      expect(await present(who), path).toBe('/pre-questionnaire');
    }
  }
  await visit(page, server, '/pre-questionnaire');
  await participant.step();
  await context.close();
});
