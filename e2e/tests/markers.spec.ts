/**
 * What somebody types who wants a script to run in the researcher's browser: in every field that takes words, as the
 * name and the properties of an event, and as the recruiter's id. All of it is shown as the words that it is.
 */
import { ApiUser } from '../src/api-user.ts';
import { adopt, expect, registered, storeTokens, test } from '../src/fixtures.ts';
import { visit } from '../src/routes.ts';
import type { Server } from '../src/server.ts';

const SCRIPT = `<img src=x onerror=window.ran=1>`;
const SECTIONS = ['', '/consort', '/results', '/participants', '/study', '/export', '/audit'];

/** Somebody who writes nothing else, from the registration to the end. */
async function takesPart(server: Server): Promise<{ api: ApiUser; code: string }> {
  const { user, ...tokens } = await registered(server, {
    username: SCRIPT,
    firstName: SCRIPT,
    lastName: `"'>${SCRIPT}`,
    recruitment: { PROLIFIC_PID: SCRIPT },
  });
  const api = new ApiUser(server, tokens);
  api.words = SCRIPT;
  const { analyticsId } = await api.call<{ analyticsId: string }>('GET', '/api/users/profile');
  const properties = { token: 'unmask', distinct_id: analyticsId, $insert_id: 'marker' };
  const told = await api.call<{ status: number }>('POST', '/api/collect/track?verbose=1', [
    {
      event: SCRIPT,
      properties: { ...properties, time: Date.now() / 1000, path: SCRIPT, [SCRIPT]: SCRIPT },
    },
  ]);
  expect(told.status).toBe(1);
  await api.walk((path) => path === '/end');
  return { api, code: user.code };
}

test('no script of a participant runs on any page', async ({ page, participant, server }) => {
  const { api, code } = await takesPart(server);
  const admin = await server.signIn();
  const researcher = new ApiUser(server, admin);
  await researcher.call('POST', `/api/admin/participants/${code}/exclusion`, { reason: SCRIPT });

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
  // The markers are there to be read, so the pages are the right ones.
  await expect(page.getByText(SCRIPT).first()).toBeVisible();
  await page.goto(`${server.address}/admin/participants/${code}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const timeline = page.getByRole('main');
  await timeline.evaluate((main) => {
    for (const details of main.querySelectorAll('details')) details.open = true;
  });
  await expect(timeline.getByText(SCRIPT).first()).toBeVisible();
  await nothingRan('the timeline');

  // And in the pages of the one who typed it.
  await storeTokens(page, api.tokens);
  for (const path of ['/profile', '/end']) {
    await visit(page, server, path);
    await nothingRan(path);
  }
  expect(dialogs).toEqual([]);
});
