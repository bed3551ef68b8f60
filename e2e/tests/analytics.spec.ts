import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMON, EVENTS } from '../../web/src/features/analytics/events.ts';
import { expect, type Group, test, until } from '../src/fixtures.ts';
import type { Participant } from '../src/participant.ts';
import { binary, bundles, Server } from '../src/server.ts';

interface Row {
  name: string;
  kind: string | null;
  participant: string | null;
  distinct_id: string;
  properties: string;
}

function analytics<T>(server: Server, sql: string): T[] {
  const file = join(server.folder, 'data/analytics.db');
  const out = execFileSync('sqlite3', ['-readonly', '-json', file, sql], { encoding: 'utf8' });
  return out.trim() === '' ? [] : (JSON.parse(out) as T[]);
}

function events(participant: Participant): Row[] {
  const [who] = participant.server.rows<{ id: string }>(
    `select participant as id from link join account on account.id = link.account
     where username = '${participant.username}'`,
  );
  return analytics<Row>(
    participant.server,
    `select name, kind, participant, distinct_id, properties from event
     where participant = '${who?.id}' order by happened_at, id`,
  );
}

/** How often each kind must come, from what was really handed in. */
function expected(group: Group, participant: Participant): Record<string, number> {
  const count = (pattern: RegExp) =>
    participant.sent.filter(({ path }) => pattern.test(path)).length;
  const a = count(/^\/api\/flow-a\/questions\/[^/]+\/answer$/);
  const b = count(/^\/api\/flow-b\/posts\/[^/]+\/answer$/);
  const personas = count(/complete-persona/);
  const all: Record<string, number> = {
    'Questionnaire Completed': group === 'control_0' ? 2 : 3,
    'Performance Measured': 1,
  };
  if (a > 0) Object.assign(all, { 'Flow A Question Answered': a, 'Flow A Completed': 1 });
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

/** Those of which the number follows from the pages that were seen. */
const BY_PAGE = ['Page Viewed', 'Dashboard Viewed', 'Dashboard Action', 'Profile Viewed'];

test.describe('a whole journey', () => {
  for (const group of ['control_0', 'treatment_0', 'treatment_1'] satisfies Group[]) {
    test(`of ${group} makes exactly its events, with all fields, and tells nobody else`, async ({
      participant,
      server,
    }) => {
      const hosts = new Set<string>();
      const early: string[] = [];
      let agreed = false;
      participant.page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith('http')) hosts.add(url.host);
        if (!agreed && url.pathname.startsWith('/api/collect')) early.push(url.pathname);
        if (url.pathname === '/api/auth/register') agreed = true;
      });
      await until(server, group);
      await participant.begin();
      await participant.walk();
      await participant.page.goto(`${server.address}/profile`);
      await participant.page.getByLabel('First name').fill('Ada');
      await participant.page.getByRole('button', { name: 'Save' }).first().click();
      const wanted: Record<string, number> = {
        ...expected(group, participant),
        'Profile Updated': 1,
      };
      // A second load of the page: its loading is measured again.
      wanted['Performance Measured'] = 2;

      const seen = () => {
        const counts: Record<string, number> = {};
        for (const { name, kind } of events(participant)) {
          if (kind !== null && !BY_PAGE.includes(name)) counts[name] = (counts[name] ?? 0) + 1;
        }
        return counts;
      };
      await expect.poll(seen, { timeout: 20_000 }).toEqual(wanted);
      expect(early).toEqual([]);
      expect([...hosts]).toEqual([new URL(server.address).host]);

      const rows = events(participant);
      const names = new Set(rows.map(({ name }) => name));
      expect(names).toContain('Page Viewed');
      for (const { name, kind, properties } of rows) {
        if (name === '$identify') continue;
        expect(kind, name).not.toBeNull();
        const fields = JSON.parse(properties) as Record<string, unknown>;
        for (const field of [...EVENTS[name as keyof typeof EVENTS], ...COMMON]) {
          expect(fields, `${name}.${field}`).toHaveProperty(field);
        }
      }
      const all = rows.map(({ properties }) => properties).join('\n');
      const token = await participant.page.evaluate(() => localStorage.getItem('auth_token'));
      for (const secret of [participant.username, group, token ?? '-', 'Ada', 'a few words']) {
        expect(all).not.toContain(secret);
      }
      const sessions = new Set(rows.map(({ properties }) => JSON.parse(properties).sessionId));
      sessions.delete(undefined);
      expect(sessions.size).toBe(1);
    });
  }
});

test('who refuses is not tracked, and the study goes on', async ({ participant, server }) => {
  const collected: string[] = [];
  participant.page.on('request', (request) => {
    if (request.url().includes('/api/collect')) collected.push(request.url());
  });
  const { page } = participant;
  await page.goto(`${server.address}/consent`);
  for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.check();
  await page.getByRole('checkbox', { name: /record how I use/ }).uncheck();
  await page.getByRole('button', { name: 'I agree, continue' }).click();
  await page.waitForURL('**/auth');
  await participant.register();
  await participant.step();
  await page.waitForTimeout(6_000);
  expect(collected).toEqual([]);
  expect(events(participant)).toEqual([]);
});

test('reload and offline lose no event and double none', async ({ participant, server }) => {
  const { page } = participant;
  await participant.begin();
  await page.goto(`${server.address}/dashboard`);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(500);
  await page.context().setOffline(true);
  await page.getByRole('main').getByRole('link', { name: 'Continue the study' }).click();
  await page.waitForTimeout(1_000);
  await page.context().setOffline(false);
  await page.reload();
  await page.waitForTimeout(500);
  await page.reload();
  const views = () => {
    const paths = events(participant).filter(({ name }) => name === 'Page Viewed');
    return paths.map(({ properties }) => JSON.parse(properties).path as string);
  };
  const here = '/pre-questionnaire';
  await expect.poll(views, { timeout: 20_000 }).toEqual([here, '/dashboard', here, here, here]);
});

test('an error of a page is reported as the specification says', async ({
  participant,
  server,
}) => {
  const { page } = participant;
  await participant.begin();
  await page.route('**/api/users/profile', (route) =>
    route.fulfill({ json: { role: 'participant' } }),
  );
  await page.evaluate(() =>
    setTimeout(() => {
      throw new Error('broken on purpose');
    }),
  );
  const errors = () =>
    events(participant)
      .filter(({ name }) => name === 'Error Occurred')
      .map(({ properties }) => JSON.parse(properties) as Record<string, string>);
  await expect.poll(() => errors().length, { timeout: 15_000 }).toBe(1);
  expect(errors()[0]).toMatchObject({
    errorType: 'Window Error',
    errorMessage: 'broken on purpose',
  });
  expect(server.address).toBeTruthy();
});

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
    const rows = analytics<{ name: string; imported: number }>(
      server,
      'select name, imported from event order by name, imported',
    );
    expect(rows).toEqual([
      { name: 'Imported', imported: 1 },
      { name: 'Imported', imported: 1 },
      { name: 'Signed Up', imported: 0 },
      { name: 'Signed Up', imported: 0 },
    ]);
    const [profile] = analytics<{ properties: string }>(server, 'select properties from profile');
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
