import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page, type Route } from '@playwright/test';
import { eventsOf, sentBy, throwErrors } from '../src/events.ts';
import { expect, jump, signOut, test } from '../src/fixtures.ts';
import { useNodeClient } from '../src/official-client.ts';
import { Participant } from '../src/participant.ts';
import { arrived, visit } from '../src/routes.ts';
import { binary, bundles, Server } from '../src/server.ts';

/** The events that the client has queued in this browser. */
function putAside(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => /^(__)?mp/.test(key))
      .map((key) => localStorage.getItem(key) ?? ''),
  );
}

/** The client is loaded after the page, and then has the earlier events. */
async function clientIsThere(participant: Participant): Promise<void> {
  const kept = async () =>
    (await putAside(participant.page)).some((text) => text.includes('Page Viewed')) ||
    eventsOf(participant).length > 0;
  await expect.poll(kept, { timeout: 60_000 }).toBe(true);
}

/** All requests to the collector from now on. */
function collectedBy(page: Page): string[] {
  const collected: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/collect')) collected.push(request.url());
  });
  return collected;
}

async function expectUntracked(participant: Participant, collected: string[]): Promise<void> {
  expect(await putAside(participant.page)).toEqual([]);
  expect(collected).toEqual([]);
  expect(eventsOf(participant)).toEqual([]);
}

test('a participant who declines is not tracked', async ({ page, participant, server }) => {
  const collected = collectedBy(page);
  await visit(page, server, '/consent');
  for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.check();
  await page.getByRole('checkbox', { name: /record how I use/ }).uncheck();
  await page.getByRole('button', { name: 'I agree, continue' }).click();
  await arrived(page, '/auth');
  await participant.register();
  await participant.step();
  expect(await putAside(page)).toEqual([]);
  // Leaving the page would send what waits.
  await visit(page, server, '/dashboard');
  await expectUntracked(participant, collected);
});

test('reload and offline lose no event and double none', async ({ page, participant, server }) => {
  const views = () =>
    eventsOf(participant)
      .filter(({ name }) => name === 'Page Viewed')
      .map(({ properties }) => JSON.parse(properties).path as string);
  const here = '/pre-questionnaire';
  const waiting = async () =>
    (await putAside(page)).some((text) => text.includes(`"path":"${here}"`));
  await participant.begin();
  await clientIsThere(participant);
  await page.goto(`${server.address}/dashboard`);
  await expect.poll(views, { timeout: 60_000 }).toEqual([here, '/dashboard']);
  await expect.poll(waiting, { timeout: 60_000 }).toBe(false);
  await page.context().setOffline(true);
  await page.getByRole('main').getByRole('link', { name: 'Continue the study' }).click();
  await expect.poll(waiting, { timeout: 60_000 }).toBe(true);
  await page.context().setOffline(false);
  await page.reload();
  await expect.poll(views, { timeout: 60_000 }).toEqual([here, '/dashboard', here, here]);
  // Later events would arrive after all events that are sent again.
  await page.goto(`${server.address}/profile`);
  await expect
    .poll(views, { timeout: 60_000 })
    .toEqual([here, '/dashboard', here, here, '/profile']);
});

test('an offline answer is tracked once', async ({ page, participant, server }) => {
  await jump(participant, 'treatment_1', '/flow-b/question/*');
  await clientIsThere(participant);
  const id = participant.path.split('/').at(-1);
  // The server gets nothing as long as the page is there that knows what was answered.
  const call = '**/api/flow-b/posts/*/answer';
  await page.route(call, (route) => route.abort());
  await participant.submit();
  await expect(page.getByText(/saved on this device/).first()).toBeVisible();
  await visit(page, server, '/profile');
  await page.unroute(call);
  const sent = () => sentBy(participant).filter(({ name }) => name === 'Flow B Prompt Answered');
  await expect.poll(() => sent().length, { timeout: 60_000 }).toBe(1);
  // Some posts are words alone.
  const mediaUrl = expect.stringMatching(new RegExp(`^(/api/media/${id})?$`));
  expect(sent()[0]?.own).toMatchObject({ promptId: id, mediaUrl });
});

test('the participant is identified until they sign out', async ({ page, participant }) => {
  const people: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/api/collect/engage')) return;
    const data = new URLSearchParams(request.postData() ?? '').get('data') ?? '[]';
    people.push(...[JSON.parse(data)].flat());
  });
  const kept = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('mp_unmask_mixpanel') ?? '{}'));
  await participant.begin();
  await clientIsThere(participant);
  await expect.poll(() => people.length, { timeout: 60_000 }).toBe(1);
  await page.reload();
  await expect.poll(() => people.length, { timeout: 60_000 }).toBe(2);
  const id = await analyticsId(participant);
  for (const { $distinct_id, $set } of people) {
    expect($distinct_id).toBe(id);
    expect($set).toMatchObject({ language: 'en', theme: 'light' });
  }
  const [profile] = participant.server.rows<{ properties: string }>(
    `select properties from profile where participant = '${eventsOf(participant)[0]?.participant}'`,
    'analytics',
  );
  expect(JSON.parse(profile?.properties ?? '{}')).toMatchObject({ language: 'en', theme: 'light' });
  const before = await kept();
  expect(before.distinct_id).toBe(id);
  await signOut(page);
  await arrived(page, '/');
  const after = await kept();
  expect(JSON.stringify(after)).not.toContain(id);
  expect(JSON.stringify(after)).not.toContain(before.$device_id);
  expect(await page.evaluate(() => sessionStorage.getItem('analytics_session'))).toBeNull();
});

test('Do Not Track is respected regardless of the consent', async ({ page, participant }) => {
  const collected = collectedBy(page);
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }),
  );
  await participant.begin();
  await participant.step();
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Section 2 of');
  await participant.step();
  await expectUntracked(participant, collected);
});

/** A third-party collector, which records what it receives and can reject it. */
class Hosted {
  readonly got: { path: string; token: unknown; whose: unknown }[] = [];
  /** The status of every reply; requests are recorded only while it is 200. */
  status = 200;
  rejected = 0;
  readonly #server = createServer((request, reply) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      if (this.status === 200) this.take(request.url ?? '', body);
      else this.rejected += 1;
      reply.writeHead(this.status, {
        'access-control-allow-origin': request.headers.origin ?? '*',
        'access-control-allow-credentials': 'true',
        'content-type': 'application/json',
      });
      reply.end('{"status":1,"error":null}');
    });
  });

  /** A study whose events are sent to this server. */
  async study(): Promise<Server> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    const { port } = this.#server.address() as AddressInfo;
    return Server.start(bundles.example, {
      UNMASK_ANALYTICS_HOST: `http://127.0.0.1:${port}`,
      UNMASK_ANALYTICS_TOKEN: 'another-project',
    });
  }

  take(url: string, body: string): void {
    const data = new URLSearchParams(body).get('data');
    for (const item of [JSON.parse(data ?? '[]')].flat()) {
      const { token, distinct_id } = item.properties ?? {};
      const [path = ''] = url.split('?');
      this.got.push({ path, token: token ?? item.$token, whose: distinct_id ?? item.$distinct_id });
    }
  }

  close(): void {
    this.#server.close();
  }
}

async function analyticsId(participant: Participant): Promise<string> {
  const user = await participant.get('/api/users/profile');
  return user.analyticsId ?? '';
}

test('with two settings, all events go to the hosted service', async ({ page }) => {
  const hosted = new Hosted();
  const server = await hosted.study();
  try {
    await new Participant(page, server).begin();
    const seen = () => new Set(hosted.got.map(({ path, token }) => `${path} ${token}`));
    await expect
      .poll(seen, { timeout: 60_000 })
      .toEqual(new Set(['/track/ another-project', '/engage/ another-project']));
    expect(server.rows('select * from event', 'analytics')).toEqual([]);
  } finally {
    hosted.close();
    await server.remove();
  }
});

test('after a withdrawal no events are sent, also not to the hosted service', async ({ page }) => {
  const hosted = new Hosted();
  const server = await hosted.study();
  try {
    // Events wait in the browser.
    hosted.status = 503;
    const leaving = new Participant(page, server);
    await leaving.begin();
    await expect.poll(() => hosted.rejected, { timeout: 60_000 }).toBeGreaterThan(0);
    const theirs = await analyticsId(leaving);
    await page.goto(`${server.address}/profile`);
    await expect
      .poll(async () => (await putAside(page)).join().includes('"path":"/profile"'), {
        timeout: 60_000,
      })
      .toBe(true);
    await page.getByRole('button', { name: 'Withdraw from the study' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio').first().check();
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'You have withdrawn' })).toBeVisible();
    await expect.poll(async () => (await putAside(page)).join()).not.toContain('Page Viewed');
    expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain(theirs);
    hosted.status = 200;
    // The next participant in this browser has separate analytics.
    const next = new Participant(page, server);
    await next.begin();
    const whose = () => new Set(hosted.got.map((one) => one.whose));
    await expect
      .poll(() => hosted.got.some(({ path }) => path === '/track/'), { timeout: 60_000 })
      .toBe(true);
    expect(whose()).toEqual(new Set([await analyticsId(next)]));
  } finally {
    hosted.close();
    await server.remove();
  }
});

test("signing out clears the browser's analytics", async ({ page, participant }) => {
  await jump(participant, 'treatment_0', '/flow-a/question/*');
  await clientIsThere(participant);
  const running = () =>
    page.evaluate(() => localStorage.getItem('analytics_timers')?.includes('"flow-a'));
  await expect.poll(running, { timeout: 60_000 }).toBe(true);
  const [pseudonym] = (await analyticsId(participant)).split('.');
  await visit(page, participant.server, '/dashboard');
  // What waits to be sent may still go under the person's name; nothing may wait any more.
  await expect
    .poll(() => sentBy(participant).some(({ name }) => name === 'Dashboard Viewed'))
    .toBe(true);
  await signOut(page);
  await arrived(page, '/');
  const left = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  await expect.poll(left).not.toContain(pseudonym);
  expect(await left()).not.toContain('analytics_timers');
  await page.goto(`${participant.server.address}/auth`);
  await participant.signIn();
  await expect.poll(running, { timeout: 60_000 }).toBe(true);
});

/** The messages of all errors that the collector has, in the order of their time. */
function errorsOf(participant: Participant) {
  return sentBy(participant)
    .filter(({ name }) => name === 'Error Occurred')
    .map(({ own }) => own.errorMessage);
}

test('an outage of the server loses no event', async ({ page }) => {
  const server = await Server.start(bundles.example);
  try {
    const participant = new Participant(page, server);
    await participant.begin();
    await clientIsThere(participant);
    await server.down();
    const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('/api/collect/'));
    await throwErrors(page, ['while it is away']);
    await failed;
    // The browser reports that it is online.
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await server.up();
    await throwErrors(page, ['when it is back']);
    await expect
      .poll(() => errorsOf(participant).sort(), { timeout: 60_000 })
      .toEqual(['when it is back', 'while it is away']);
  } finally {
    await server.remove();
  }
});

test('undeliverable events wait, each once, also through a reload', async ({ page }) => {
  const server = await Server.start(bundles.example);
  try {
    const participant = new Participant(page, server);
    await participant.begin();
    await clientIsThere(participant);
    // The page stays reachable; only events are undeliverable.
    const nowhere = (route: Route) => route.abort('connectionrefused');
    await page.route('**/api/collect/**', nowhere);
    const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('/api/collect/'));
    // More than the client sends at once.
    const many = Array.from({ length: 120 }, (_, number) => `while it is away ${number}`);
    await throwErrors(page, many);
    await failed;
    // The browser does not know.
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    const waits = () =>
      page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => /^__mpq_.*_ev$/.test(name)) ?? '';
        const all: { payload: { properties: { errorMessage?: string } } }[] = JSON.parse(
          localStorage.getItem(key) ?? '[]',
        );
        return all.flatMap(({ payload }) => payload.properties.errorMessage ?? []).sort();
      });
    await expect.poll(waits).toEqual([...many].sort());
    // Not less after another try, and not more.
    await page.waitForEvent('requestfailed', (one) => one.url().includes('/api/collect/'));
    expect(await waits()).toEqual([...many].sort());
    await page.reload();
    await page.unroute('**/api/collect/**', nowhere);
    await expect
      .poll(() => errorsOf(participant).sort(), { timeout: 60_000 })
      .toEqual([...many].sort());
  } finally {
    await server.remove();
  }
});

test('a page restored by the back button tracks once', async ({ server, launchOptions }) => {
  const elsewhere = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' });
    reply.end('<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>');
  });
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  const { port } = elsewhere.address() as AddressInfo;
  // Playwright switches off what is tested here.
  const browser = await chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage({ locale: 'en-GB' });
    const participant = new Participant(page, server);
    await participant.begin();
    await clientIsThere(participant);
    await page.evaluate(() => {
      addEventListener('pageshow', (event) => {
        document.title = event.persisted ? 'come back to' : document.title;
      });
      // Just before it is left: nothing has been sent.
      addEventListener('pagehide', () => {
        dispatchEvent(new ErrorEvent('error', { error: new Error('on leaving') }));
      });
    });
    await page.goto(`http://localhost:${port}/`);
    // Deferred: otherwise the page closes before it has replied.
    await page.evaluate(() => void setTimeout(() => history.back()));
    await expect(page).toHaveTitle('come back to');
    await throwErrors(page, ['come back']);
    const errors = () => errorsOf(participant);
    await expect.poll(errors, { timeout: 60_000 }).toContain('come back');
    expect(errors()).toEqual(['on leaving', 'come back']);
    const views = sentBy(participant).filter(({ name }) => name === 'Page Viewed');
    expect(views.map(({ own }) => own.path)).toEqual(['/pre-questionnaire']);
  } finally {
    await browser.close();
    elsewhere.close();
  }
});

for (const { type, message, breaks, parts } of [
  {
    type: 'React Error Boundary',
    message: /./,
    // Words where the page expects sections.
    breaks: async ({ page, server }: Participant) => {
      await page.route('**/api/questionnaires/pre*', (route) =>
        route.fulfill({ json: { title: 1 } }),
      );
      await page.goto(`${server.address}/pre-questionnaire`);
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    },
    parts: /\n? *at /,
  },
  {
    type: 'Window Error',
    message: /^broken on purpose$/,
    breaks: ({ page }: Participant) => throwErrors(page, ['broken on purpose']),
    parts: /^$/,
  },
  {
    type: 'Unhandled Rejection',
    message: /^rejected on purpose$/,
    breaks: ({ page }: Participant) =>
      page.evaluate(() => void Promise.reject(new Error('rejected on purpose'))),
    parts: /^$/,
  },
]) {
  test(`${type}: reported as the specification says`, async ({ participant }) => {
    await participant.begin();
    await clientIsThere(participant);
    await breaks(participant);
    const errors = () => sentBy(participant).filter(({ name }) => name === 'Error Occurred');
    await expect.poll(() => errors().length, { timeout: 60_000 }).toBe(1);
    expect(errors()[0]?.own).toEqual({
      errorType: type,
      errorMessage: expect.stringMatching(message),
      url: '/pre-questionnaire',
      userAgent: await participant.page.evaluate(() => navigator.userAgent),
      stack: expect.stringMatching(/Error/),
      componentStack: expect.stringMatching(parts),
    });
  });
}

test('the official Python client works, by configuration alone', async () => {
  test.setTimeout(240_000);
  const server = await Server.start(bundles.small, { UNMASK_ANALYTICS_SECRET: 'sesame' });
  try {
    const venv = join(tmpdir(), 'unmask-e2e-python');
    const python = join(venv, 'bin/python');
    if (!existsSync(join(venv, 'bin/pip'))) execFileSync('python3', ['-m', 'venv', venv]);
    execFileSync(join(venv, 'bin/pip'), ['install', '--quiet', 'mixpanel']);
    const script = join(import.meta.dirname, '../src/official-client.py');
    execFileSync(python, [script, `${server.address}/api/collect`, 'unmask', 'sesame']);
    const rows = server.rows<{ name: string; imported: number }>(
      'select name, imported from event order by name, imported',
      'analytics',
    );
    expect(rows).toEqual([
      { name: 'Imported', imported: 1 },
      { name: 'Imported', imported: 1 },
      { name: 'Signed Up', imported: 0 },
      { name: 'Signed Up', imported: 0 },
      { name: 'Signed Up', imported: 0 },
    ]);
    const [profile] = server.rows<{ properties: string }>(
      'select properties from profile',
      'analytics',
    );
    expect(JSON.parse(profile?.properties ?? '')).toEqual({
      plan: 'lab',
      visits: 3,
      tags: ['a', 'b'],
    });
    const lines = execFileSync(binary, ['export', '--events'], {
      cwd: server.folder,
      env: { ...process.env, UNMASK_STUDY: bundles.small, UNMASK_LOG: 'error' },
      encoding: 'utf8',
    });
    const exported = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exported.map(({ event }) => event).sort()).toEqual(rows.map(({ name }) => name));
    for (const { properties } of exported) {
      expect(properties).toMatchObject({ time: expect.any(Number), distinct_id: 'robot-1' });
      expect(properties.$insert_id).toMatch(/^[A-Za-z0-9-]{1,36}$/);
    }
  } finally {
    await server.remove();
  }
});

test('the official Node client works, by configuration alone', async () => {
  const server = await Server.start(bundles.small);
  try {
    await useNodeClient(server.address);
    const rows = server.rows<{ name: string; distinct_id: string; properties: string }>(
      'select name, distinct_id, properties from event order by id',
      'analytics',
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([
      'One',
      'One',
      'One',
      'Signed Up',
      'Signed Up',
      'Two',
    ]);
    expect(rows.every(({ distinct_id }) => distinct_id === 'robot-2')).toBe(true);
    expect(JSON.parse(rows[0]?.properties ?? '')).toMatchObject({ plan: 'lab & more' });
    const profiles = server.rows<{ kind: string; properties: string }>(
      'select kind, properties from profile order by kind',
      'analytics',
    );
    expect(profiles.map(({ kind }) => kind)).toEqual(['group:lab', 'people']);
    expect(profiles.map(({ properties }) => JSON.parse(properties))).toEqual([
      { rooms: 2 },
      { plan: 'lab', first: 'x', visits: 2, tags: ['b'] },
    ]);
  } finally {
    await server.remove();
  }
});
