import { readFile } from 'node:fs/promises';
import { type APIRequestContext, expect, type Page, test as base } from '@playwright/test';
import { adopt, registered } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';
import { Participant } from '../src/participant.ts';
import { Robot } from '../src/robot.ts';
import { arrived } from '../src/routes.ts';
import { adminName, adminPassword, bundles, Server } from '../src/server.ts';

/** One study for all that follows, with a rehearsal in it: few robots, so that it is there quickly. */
const test = base.extend<{ admin: Page }, { study: Server }>({
  study: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const study = await Server.start(bundles.example);
      await study.run('simulate', '--participants', '18', '--at-once', '6', '--seed', '7');
      await use(study);
      await study.remove();
    },
    { scope: 'worker' },
  ],
  admin: async ({ page, study, request }, use) => {
    await adopt(new Participant(page, study), await signedIn(request, study));
    await use(page);
  },
});

test.describe.configure({ mode: 'serial' });

async function signedIn(request: APIRequestContext, study: Server) {
  const reply = await request.post(`${study.address}/api/auth/login`, {
    data: { username: adminName, password: adminPassword },
  });
  return reply.json();
}

/** Goes to a page of the console and waits until its data are there. */
async function open(page: Page, study: Server, path: string, heading: string): Promise<void> {
  await page.goto(`${study.address}/admin${path}`);
  await there(page, heading);
}

async function there(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
}

/** Every chart on the page: drawn, and with each of its figures in the table beside it. */
async function charted(page: Page, count: number): Promise<void> {
  const charts = page.getByRole('figure');
  await expect(charts).toHaveCount(count);
  for (const chart of await charts.all()) {
    await expect(chart.getByRole('img')).toBeVisible();
    const more = chart.getByRole('button', { name: 'Show as table' });
    if (await more.isVisible()) await more.click();
    await expect(chart.getByRole('table')).toBeVisible();
    const drawn = await chart.locator('svg g[aria-label="dot"] path, svg g[aria-label="bar"] rect').count();
    // A row without a value has no mark; a mark without a row can't be.
    const rows = await chart.getByRole('row').count();
    expect(drawn).toBeGreaterThan(0);
    expect(drawn).toBeLessThan(rows);
  }
}

async function withRobots(page: Page): Promise<void> {
  await page.getByLabel('Count simulated participants').check();
}
