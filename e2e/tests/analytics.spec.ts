import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { analytics, eventsOf } from '../src/events.ts';
import { expect, test } from '../src/fixtures.ts';
import type { Participant } from '../src/participant.ts';
import { arrived } from '../src/routes.ts';
import { binary, bundles, Server } from '../src/server.ts';

/** What the client has put aside in this browser until it is sent. */
function putAside(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => /^(__)?mp/.test(key))
      .map((key) => localStorage.getItem(key) ?? ''),
  );
}

/** The client comes after the page; what has happened is safe with it. */
async function clientIsThere(participant: Participant): Promise<void> {
  const kept = async () =>
    (await putAside(participant.page)).some((text) => text.includes('Page Viewed')) ||
    eventsOf(participant).length > 0;
  await expect.poll(kept, { timeout: 60_000 }).toBe(true);
}

test('who refuses is not tracked, and the study goes on', async ({ participant, server }) => {
  const collected: string[] = [];
  participant.page.on('request', (request) => {
    if (request.url().includes('/api/collect')) collected.push(request.url());
  });
  const { page } = participant;
  await page.goto(`${server.address}/consent`);
  await arrived(page, '/consent');
  for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.check();
  await page.getByRole('checkbox', { name: /record how I use/ }).uncheck();
  await page.getByRole('button', { name: 'I agree, continue' }).click();
  await arrived(page, '/auth');
  await participant.register();
  await participant.step();
  expect(await putAside(page)).toEqual([]);
  // Leaving the page would send what waits.
  await page.goto(`${server.address}/dashboard`);
  await arrived(page, '/dashboard');
  expect(await putAside(page)).toEqual([]);
  expect(collected).toEqual([]);
  expect(eventsOf(participant)).toEqual([]);
});

test('reload and offline lose no event and double none', async ({ participant, server }) => {
  const { page } = participant;
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
});

test('an error of a page is reported as the specification says', async ({ participant }) => {
  const { page } = participant;
  await participant.begin();
  await clientIsThere(participant);
  await page.route('**/api/users/profile', (route) =>
    route.fulfill({ json: { role: 'participant' } }),
  );
  await page.evaluate(() =>
    setTimeout(() => {
      throw new Error('broken on purpose');
    }),
  );
  const errors = () =>
    eventsOf(participant)
      .filter(({ name }) => name === 'Error Occurred')
      .map(({ properties }) => JSON.parse(properties) as Record<string, string>);
  await expect.poll(() => errors().length, { timeout: 60_000 }).toBe(1);
  expect(errors()[0]).toMatchObject({
    errorType: 'Window Error',
    errorMessage: 'broken on purpose',
  });
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
