/** A study that takes nobody: paused, closed, or full. Whoever has an account can still sign in. */
import type { Page } from '@playwright/test';
import { test as base, expect, registered, serverOf } from '../src/fixtures.ts';
import { clean, uncovered } from '../src/looks.ts';
import { Participant } from '../src/participant.ts';
import { arrived } from '../src/routes.ts';
import { adminName, adminPassword, bundles, type Server } from '../src/server.ts';

/** A study for these tests alone: the others need theirs open. Open again before each of them. */
const test = base.extend<{ study: Server }, { own: Server }>({
  own: serverOf(bundles.example),
  study: async ({ own }, use) => {
    await put(own, 'status', { status: 'open' });
    await put(own, 'quotas', { total: null, arms: {} });
    await use(own);
  },
});

/** What the researcher does on the console's page on the study. */
async function put({ address }: Server, what: 'status' | 'quotas', body: object): Promise<void> {
  const post = (path: string, method: string, data: object, token = '') =>
    fetch(`${address}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(data),
    });
  const admin = { username: adminName, password: adminPassword };
  const { access_token } = await (await post('auth/login', 'POST', admin)).json();
  const told = { ...body, reason: 'a test' };
  const reply = await post(`admin/study/${what}`, 'PUT', told, access_token);
  if (!reply.ok) throw new Error(await reply.text());
}

const notice = (page: Page) => page.getByRole('alert').getByRole('heading', { level: 2 });

/** The heading of the study's page `closed`. */
const CLOSED = 'The study is not open right now';

test('the public pages of a paused study ask for nothing that can not be had', async ({
  page,
  study,
}) => {
  const { username } = await registered(study);
  await put(study, 'status', { status: 'paused' });
  for (const path of ['/', '/consent', '/auth']) {
    await page.goto(`${study.address}${path}`);
    await arrived(page, path);
    await expect(notice(page)).toHaveText(CLOSED);
    await expect(page.locator('main a[href="/consent"]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'I agree, continue' })).toHaveCount(0);
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Create account' })).toHaveCount(0);
    await clean(page, `${path} of a paused study`);
    await uncovered(page, `${path} of a paused study`);
  }
  // Whoever is in may go on: both pages lead to the sign-in.
  for (const path of ['/', '/consent']) {
    await page.goto(`${study.address}${path}`);
    await arrived(page, path);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await arrived(page, '/auth');
  }
  const form = page.getByRole('main');
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Password', { exact: true }).fill('seven quiet lanterns by the river');
  await form.getByRole('button', { name: 'Sign in' }).click();
  await arrived(page, '/pre-questionnaire');
});

for (const [name, what, body] of [
  ['closes', 'status', { status: 'closed' }],
  ['fills up', 'quotas', { total: 0, arms: {} }],
] as const) {
  test(`a study that ${name} while somebody registers says so in its own words`, async ({
    page,
    study,
  }) => {
    const participant = new Participant(page, study);
    await page.goto(`${study.address}/consent`);
    await arrived(page, '/consent');
    await participant.agree();
    const form = page.getByRole('tabpanel', { name: 'Register' });
    await form.getByLabel('Username').fill(participant.username);
    await form.getByLabel('Password', { exact: true }).fill('seven quiet lanterns by the river');
    await put(study, what, body);
    await form.getByRole('button', { name: 'Create account' }).click();
    await expect(notice(page)).toHaveText(CLOSED);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeFocused();
    await expect(page.getByRole('tab')).toHaveCount(0);
    await clean(page, `/auth of a study that ${name} meanwhile`);
    // The other pages of this visit know it as well.
    await page.getByRole('link', { name: 'Unmask' }).click();
    await arrived(page, '/');
    await expect(notice(page)).toHaveText(CLOSED);
    expect(study.rows(`select * from account where username = '${participant.username}'`)).toEqual(
      [],
    );
  });
}
