import { adopt, expect, registered, test, until } from '../src/fixtures.ts';
import { adminName, adminPassword } from '../src/server.ts';

test('an unknown path leads to the landing page', async ({ page, server }) => {
  await page.goto(`${server.address}/no/such/page`);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('an unknown API path is a JSON 404', async ({ request, server }) => {
  const reply = await request.get(`${server.address}/api/no-such-thing`);
  expect(reply.status()).toBe(404);
  expect(reply.headers()['content-type']).toContain('application/problem+json');
  expect(await reply.json()).toMatchObject({ code: 'not_found', status: 404 });
});

for (const path of [
  '/dashboard',
  '/home',
  '/flow-a/start',
  '/flow-b/question/x',
  '/end',
  '/profile',
]) {
  test(`somebody who is not signed in is led from ${path} to /`, async ({ page, server }) => {
    await page.goto(`${server.address}${path}`);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  });
}

test('somebody who goes ahead is led back to the present page', async ({ participant, server }) => {
  await adopt(participant, await registered(server));
  for (const path of [
    '/post-questionnaire',
    '/end',
    '/flow-a/interim',
    '/control-flow',
    '/home-right',
  ]) {
    await participant.page.goto(`${server.address}${path}`);
    await expect.poll(() => participant.path).toBe('/pre-questionnaire');
  }
});

test('the admin goes anywhere, sees Go to Training, and stores nothing', async ({
  participant,
  server,
}) => {
  const { page } = participant;
  await page.goto(`${server.address}/auth`);
  await participant.signIn(adminName, adminPassword);
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: 'Go to Training' }).click();
  await page.waitForURL('**/flow-a/start');
  const before = server.rows('select count(*) as n from submission');
  await page.getByRole('main').getByRole('button').first().click();
  await page.waitForURL('**/flow-a/question/*');
  await page.getByRole('main').locator('fieldset input[type=radio]').first().check();
  await page.locator('input[type=radio][value="70"]').check();
  await page.getByRole('button', { name: /Check my answer|Hand in my answer/ }).click();
  await expect(page).not.toHaveURL(/question\/[^/]+$/);
  expect(server.rows('select count(*) as n from submission')).toEqual(before);
  await page.goto(`${server.address}/post-questionnaire`);
  await page.waitForTimeout(500);
  expect(new URL(page.url()).pathname).toBe('/post-questionnaire');
});

test('the top bar: dashboard, profile, sign out', async ({ participant, server }) => {
  const { page } = participant;
  await adopt(participant, await registered(server));
  await page.goto(`${server.address}/pre-questionnaire`);
  await page
    .getByRole('button', { name: 'Go to Dashboard' })
    .or(page.getByRole('link', { name: 'Go to Dashboard' }))
    .click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Go to Dashboard')).toHaveCount(0);
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'User Profile' }).click();
  await page.waitForURL('**/profile');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect.poll(() => participant.path).toBe('/');
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('refresh_token'))).toBeNull();
});

test('sign in again and go on where one was', async ({ participant, server }) => {
  const somebody = await registered(server);
  const { page } = participant;
  await page.goto(`${server.address}/auth`);
  await participant.signIn(somebody.username, 'wrong horse battery staple');
  await expect(page.getByText('Login failed').first()).toBeVisible();
  await participant.signIn(somebody.username);
  await page.waitForURL('**/pre-questionnaire');
});

test('a wrong answer can be tried again with that answer disabled', async ({
  participant,
  server,
}) => {
  test.slow();
  await until(server, 'treatment_0');
  await participant.begin();
  await participant.walk((path) => /^\/flow-a\/question\/[^/]+\/incorrect$/.test(path));
  const { page } = participant;
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).last().click();
  await page.waitForURL(/flow-a\/question\/[^/]+$/);
  const answers = page.getByRole('main').locator('fieldset').first().locator('input[type=radio]');
  await answers.first().waitFor();
  expect(await answers.count()).toBeGreaterThan(1);
  await expect(
    page.getByRole('main').locator('fieldset').first().locator('input:disabled'),
  ).toHaveCount(1);
  await participant.walk((path) => path.endsWith('/correct'));
});
