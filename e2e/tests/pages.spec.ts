import { adopt, expect, jump, registered, signOut, test } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import { arrived, visit } from '../src/routes.ts';
import { adminName, adminPassword } from '../src/server.ts';
import { answerAnyway } from '../src/unseen.ts';

test('an unknown path leads to the landing page', async ({ page, server }) => {
  for (const path of ['/no/such/page', '/index.html', '/.hidden', '/%C3%BCber', '/%2564ashboard']) {
    await page.goto(server.address + path);
    await arrived(page, '/');
  }
});

test('an unknown API path is a JSON 404', async ({ request, server }) => {
  const reply = await request.get(`${server.address}/api/no-such-thing`);
  expect(reply.status()).toBe(404);
  expect(reply.headers()['content-type']).toContain('application/problem+json');
  expect(await reply.json()).toMatchObject({ code: 'not_found', status: 404 });
});

test('no script names an arm or leads to its source', async ({ request, server }) => {
  const known = new Set<string>();
  const read = async (path: string) => {
    const text = await (await request.get(server.address + path)).text();
    if (path.endsWith('.js'))
      expect(text, path).not.toMatch(/treatment_[01]|control_0|sourceMappingURL/);
    for (const [name] of text.matchAll(/[\w.-]+\.js\b/g)) {
      if (known.has(name)) continue;
      known.add(name);
      await read(`/assets/${name}`);
    }
  };
  for (const page of ['/', '/auth', '/home', '/admin']) await read(page);
  expect(known.size).toBeGreaterThan(60);
});

for (const path of [
  '/dashboard',
  '/home',
  '/flow-a/start',
  '/flow-b/question/x',
  '/end',
  '/profile',
]) {
  test(`a visitor who is not signed in is redirected from ${path} to /`, async ({
    page,
    server,
  }) => {
    await page.goto(`${server.address}${path}`);
    await arrived(page, '/');
  });
}

test('a participant who opens a later page is redirected to the current one', async ({
  participant,
  server,
}) => {
  await adopt(participant, await registered(server));
  for (const path of [
    '/post-questionnaire',
    '/end',
    '/flow-a/interim',
    '/control-flow',
    '/home-right',
  ]) {
    await participant.page.goto(`${server.address}${path}`);
    await arrived(participant.page, '/pre-questionnaire');
  }
});

test('the admin opens any page and stores nothing', async ({ page, participant, server }) => {
  await page.goto(`${server.address}/auth`);
  await participant.signIn(adminName, adminPassword);
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto(`${server.address}/dashboard/`);
  await arrived(page, '/dashboard');
  await page.getByRole('button', { name: 'Go to Training' }).click();
  await arrived(page, '/flow-a/start');
  const before = server.rows('select count(*) as n from submission');
  await page.getByRole('main').getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(/\/flow-a\/question\/[^/]+$/);
  await page.locator('#answer input').first().check();
  await page.locator('input[type=radio][value="70"]').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await answerAnyway(page);
  await expect(page).not.toHaveURL(/question\/[^/]+$/);
  expect(server.rows('select count(*) as n from submission')).toEqual(before);
  await visit(page, server, '/post-questionnaire');
  // Longer than the delay of the page flow's request: on the page's clock, the events come one after the other.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  await arrived(page, '/post-questionnaire');
});

test('the top bar: dashboard, profile, sign out', async ({ page, participant, server }) => {
  await adopt(participant, await registered(server));
  await page.goto(`${server.address}/pre-questionnaire`);
  await page.getByRole('button', { name: 'Go to Dashboard' }).click();
  await arrived(page, '/dashboard');
  await expect(page.getByText('Go to Dashboard')).toHaveCount(0);
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'User Profile' }).click();
  await arrived(page, '/profile');
  await signOut(page);
  await arrived(page, '/');
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('refresh_token'))).toBeNull();
});

test('pages without the top bar have the user menu beside the progress', async ({
  page,
  server,
}) => {
  const participant = new Participant(page, server);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/home', '/flow-a/question/*'] as const) {
    await jump(participant, 'treatment_0', path);
    const { pathname } = new URL(page.url());
    await expect(page.getByRole('banner')).toHaveCount(0);
    const menu = page.getByRole('button', { name: 'User menu' });
    await expect(menu).toBeInViewport({ ratio: 0.8 });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Go to Dashboard' }).click();
    await arrived(page, '/dashboard');
    await page.getByRole('link', { name: 'Continue the study' }).click();
    await arrived(page, pathname);
    await signOut(page);
    await arrived(page, '/');
  }
});

test('a participant who signs in again resumes', async ({ participant, server }) => {
  const other = await registered(server);
  const { page } = participant;
  await page.goto(`${server.address}/auth`);
  await participant.signIn(other.username, 'wrong horse battery staple');
  await expect(page.getByText('Login failed').first()).toBeVisible();
  await participant.signIn(other.username);
  await arrived(page, '/pre-questionnaire');
});

test('a wrong answer can be tried again with that answer disabled', async ({ page, small }) => {
  // The example study has a second look instead.
  const participant = new Participant(page, small);
  const api = await jump(participant, 'treatment_0', '/flow-a/start');
  // Two of the four clips are original.
  api.verdict = 'altered';
  await visit(page, small, await api.walk((path) => path.endsWith('/incorrect')));
  await participant.leave(() =>
    page.getByRole('main').getByRole('button', { name: 'Try again' }).last().click(),
  );
  await expect(page.locator('#answer input')).toHaveCount(2);
  await expect(page.locator('#answer input:disabled')).toHaveCount(1);
  await expect(page.getByText('You have already tried this')).toBeVisible();
  await participant.walk((path) => path.endsWith('/correct'));
});
