/** One sign-in for all studies: from the installation's address to a study with its own host name, and back. */
import { test as base, expect, type Page } from '@playwright/test';
import { clean } from '../src/looks.ts';
import { SingleSignOn } from '../src/provider.ts';
import { adminName, adminPassword, bundles, freePort, Server } from '../src/server.ts';

/** `address` is that of the installation, and `study` that of its study with a host name. */
type Lab = { server: Server; address: string; study: string };

const test = base.extend<object, { lab: Lab }>({
  lab: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const provider = await SingleSignOn.start();
      const port = await freePort();
      const address = `http://localhost:${port}`;
      const study = `http://study-a.localhost:${port}`;
      provider.register(address);
      const server = await Server.start(bundles.small, provider.settings(address), port);
      const host = ['--host', 'study-a.localhost'];
      await server.run('study', 'add', 'study-a', '--study', bundles.small, ...host);
      // Only browsers resolve the study's name.
      const body = { username: adminName, password: adminPassword };
      const { access_token } = await server.call('post', '/api/installation/login', { body });
      const states = async () => {
        const { studies } = await server.as(access_token)('get', '/api/installation/studies');
        return studies.map(({ state }) => state);
      };
      await expect.poll(states).toEqual(['open', 'open']);
      await use({ server, address, study });
      await server.remove();
      provider.close();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'default' });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(adminName);
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The console of the study is open, and no code is in the address or the history. */
async function isOpen(page: Page, lab: Lab): Promise<void> {
  await page.waitForURL(`${lab.study}/admin`);
  await expect(heading(page)).toHaveText('Overview');
}

test('a person without a password signs in on the way to the study', async ({ page, lab }) => {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.goto(`${lab.study}/admin`);
  await page.waitForURL(`${lab.study}/console`);
  await expect(heading(page)).toHaveText('Sign in to the console');
  await clean(page, '/console at the host name of a study');
  await page.getByRole('link', { name: /^Sign in at localhost/ }).click();
  await page.waitForURL(`${lab.address}/console/hand-over`);
  await expect(page.getByText('Sign in first.')).toBeVisible();
  await clean(page, '/console/hand-over, signing in');

  await page.getByRole('button', { name: 'Sign in with University of Example' }).click();
  await page.getByPlaceholder('Enter any login').fill('anna');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await isOpen(page, lab);
  expect(addresses.filter((address) => address.startsWith(lab.study)).at(-1)).not.toContain('#');
  await expect(page.getByRole('banner')).toContainText('anna');

  // The code is worth nothing in another browser, and not twice.
  await page.goto(`${lab.study}/console/hand-over#code=used`);
  await expect(heading(page)).toHaveText('The console could not be opened');
  expect(page.url()).toBe(`${lab.study}/console/hand-over`);
  await clean(page, '/console/hand-over, a code that is over');
});

test('a study that is chosen in the list opens at once, and signing out ends both sessions', async ({
  page,
  lab,
}) => {
  await page.goto(`${lab.address}/console`);
  await signIn(page);
  const row = page.getByRole('row', { name: /study-a\.localhost/ });
  await row.getByRole('link', { name: 'Console' }).click();
  await isOpen(page, lab);
  await page.getByRole('link', { name: 'All studies' }).click();
  await page.waitForURL(`${lab.address}/console`);
  // To another page of the console.
  await row.getByRole('link', { name: /^Change the recruitment/ }).click();
  await page.waitForURL(`${lab.study}/admin/study`);
  await expect(heading(page)).toHaveText('Study');

  await page.goto(`${lab.address}/console`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(heading(page)).toHaveText('Sign in to the console');
  await page.goto(`${lab.study}/admin`);
  await page.waitForURL(`${lab.study}/console`);
  await expect(page.getByRole('link', { name: /^Sign in at localhost/ })).toBeVisible();
});

test('a person who comes from the study is asked before it gets a session', async ({
  page,
  lab,
}) => {
  await page.goto(`${lab.address}/console`);
  await signIn(page);
  await expect(heading(page)).toHaveText('Studies');
  await page.goto(`${lab.study}/console`);
  await page.getByRole('link', { name: /^Sign in at localhost/ }).click();
  await page.waitForURL(`${lab.address}/console/hand-over`);
  await expect(heading(page)).toHaveText('Open the console of “Seeing and judging”?');
  await clean(page, '/console/hand-over, asking');
  await page.getByRole('button', { name: 'Open the console' }).click();
  await isOpen(page, lab);

  // Signing out there ends the session at the installation's address, too.
  await page.getByRole('button', { name: /admin@example.org/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${lab.study}/console`);
  await page.goto(`${lab.address}/console`);
  await expect(heading(page)).toHaveText('Sign in to the console');
});
