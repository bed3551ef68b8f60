/** A study closed to new participants: paused, closed, or full. Registered participants can still sign in. */
import type { Page } from '@playwright/test';
import { test as base, expect, registered, serverOf } from '../src/fixtures.ts';
import { clean, uncovered } from '../src/looks.ts';
import { Participant, password } from '../src/participant.ts';
import { arrived, visit } from '../src/routes.ts';
import { bundles, type Server } from '../src/server.ts';

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
async function put(study: Server, what: 'status' | 'quotas', body: object): Promise<void> {
  const { access_token } = await study.signIn();
  await study.as(access_token)('put', `/api/admin/study/${what}`, {
    body: { ...body, reason: 'a test' },
  });
}

const notice = (page: Page) => page.getByRole('alert').getByRole('heading', { level: 2 });

test('the public pages of a paused study say so, and request nothing', async ({ page, study }) => {
  const { username } = await registered(study);
  await put(study, 'status', { status: 'paused' });
  for (const path of ['/', '/consent', '/auth']) {
    await visit(page, study, path);
    await expect(notice(page)).toHaveText('The study is paused');
    await expect(page.locator('main a[href="/consent"]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'I agree, continue' })).toHaveCount(0);
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Create account' })).toHaveCount(0);
    await clean(page, `${path} of a paused study`);
    await uncovered(page, `${path} of a paused study`);
  }
  // Registered participants can continue: both pages link to the sign-in.
  for (const path of ['/', '/consent']) {
    await visit(page, study, path);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await arrived(page, '/auth');
  }
  const form = page.getByRole('main');
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign in' }).click();
  await arrived(page, '/pre-questionnaire');
});

for (const [name, what, body, heading] of [
  ['closes', 'status', { status: 'closed' }, 'The study is over'],
  ['fills up', 'quotas', { total: 0, arms: {} }, 'The study is full'],
] as const) {
  test(`a study that ${name} during a registration`, async ({ page, study }) => {
    const participant = new Participant(page, study);
    await visit(page, study, '/consent');
    await participant.agree();
    const form = await participant.fillForm('Register', participant.username);
    await put(study, what, body);
    await form.getByRole('button', { name: 'Create account' }).click();
    await expect(notice(page)).toHaveText(heading);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeFocused();
    await expect(page.getByRole('tab')).toHaveCount(0);
    await clean(page, `/auth of a study that ${name} meanwhile`);
    // The other pages of this visit know it as well.
    await page.getByRole('link', { name: 'Unmask' }).click();
    await arrived(page, '/');
    await expect(notice(page)).toHaveText(heading);
    const accounts = `select * from account where username = '${participant.username}'`;
    expect(study.rows(accounts)).toEqual([]);
  });
}
