/**
 * Cross-site scripting: markup in every text field, in the name and the properties of an event, and in the
 * recruitment ID. The console shows all of it as text.
 */
import { ApiUser } from '../src/api-user.ts';
import { adopt, expect, registered, storeTokens, test } from '../src/fixtures.ts';
import { visit } from '../src/routes.ts';
import type { Server } from '../src/server.ts';

const SCRIPT = `<img src=x onerror=window.ran=1>`;
const SECTIONS = [
  '',
  '/consort',
  '/results',
  '/participants',
  '/study',
  '/export',
  '/recruiter',
  '/webhooks',
  '/audit',
];

/** A participant who enters markup everywhere, from the registration to the end. */
async function takesPart(server: Server): Promise<{ api: ApiUser; code: string }> {
  const { user, ...tokens } = await registered(server, {
    username: SCRIPT,
    firstName: SCRIPT,
    lastName: `"'>${SCRIPT}`,
    recruitment: { PROLIFIC_PID: SCRIPT },
  });
  const api = new ApiUser(server, tokens);
  api.words = SCRIPT;
  const { analyticsId } = await api.call('get', '/api/users/profile');
  const properties = { token: 'unmask', distinct_id: analyticsId, $insert_id: 'marker' };
  const event = {
    event: SCRIPT,
    properties: { ...properties, time: Date.now() / 1000, path: SCRIPT, [SCRIPT]: SCRIPT },
  };
  const reply = await fetch(`${server.address}/api/collect/track?verbose=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([event]),
  });
  expect(await reply.json()).toMatchObject({ status: 1 });
  await api.walk((path) => path === '/end');
  return { api, code: user.code ?? '' };
}

test('no script of a participant runs on any page', async ({ page, participant, server }) => {
  const { api, code } = await takesPart(server);
  const admin = await server.signIn();
  const researcher = new ApiUser(server, admin);
  await researcher.call('post', '/api/admin/participants/{code}/exclusion', {
    path: { code },
    body: { reason: SCRIPT },
  });

  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const nothingRan = async (where: string) => {
    expect(await page.locator('img[src="x"]').count(), `an element on ${where}`).toBe(0);
    expect(await page.evaluate(() => 'ran' in window), `a script on ${where}`).toBe(false);
  };
  await adopt(participant, admin);
  for (const section of SECTIONS) {
    await page.goto(`${server.address}/admin${section}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await nothingRan(`/admin${section}`);
  }
  // The markers are visible, so the pages are the right ones.
  await expect(page.getByText(SCRIPT).first()).toBeVisible();
  await page.goto(`${server.address}/admin/participants/${code}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const timeline = page.getByRole('main');
  await timeline.evaluate((main) => {
    for (const details of main.querySelectorAll('details')) details.open = true;
  });
  await expect(timeline.getByText(SCRIPT).first()).toBeVisible();
  await nothingRan('the timeline');

  // Also on the pages of the participant who typed it.
  await storeTokens(page, api.tokens);
  for (const path of ['/profile', '/end']) {
    await visit(page, server, path);
    await nothingRan(path);
  }
  expect(dialogs).toEqual([]);
});
