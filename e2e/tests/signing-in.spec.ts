/** Signing in to the console without a password: passkeys, and single sign-on. */
import { test as base, expect, type Page } from '@playwright/test';
import { clean } from '../src/looks.ts';
import { SingleSignOn } from '../src/provider.ts';
import { adminName, adminPassword, bundles, freePort, Server } from '../src/server.ts';

type Lab = { server: Server; address: string };

/** An installation with single sign-on. Browsers offer passkeys only for a name. */
const test = base.extend<object, { lab: Lab }>({
  lab: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const provider = await SingleSignOn.start();
      const port = await freePort();
      const address = `http://localhost:${port}`;
      provider.register(address);
      const server = await Server.start(bundles.small, provider.settings(address), port);
      await use({ server, address });
      await server.remove();
      provider.close();
    },
    { scope: 'worker' },
  ],
});

const secret = 'a lantern for the northern harbour';

/** An invited person, who has chosen a password and is signed in. */
async function invited(page: Page, { server, address }: Lab, name: string): Promise<void> {
  const body = { username: adminName, password: adminPassword };
  const { access_token } = await server.call('post', '/api/installation/login', { body });
  const role = { username: name, study: 'main', role: 'analyst', mayUnblind: false } as const;
  const { token } = await server.as(access_token)('post', '/api/installation/people', {
    body: role,
  });
  await page.goto(`${address}/console/invitation?token=${token}`);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible();
}

/** A device with a fingerprint reader. */
async function device(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognises: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the console');
};

test('a passkey is added, signs in, and is removed', async ({ page, lab }) => {
  const finger = await device(page);
  await invited(page, lab, 'ben@example.org');
  await page.getByRole('link', { name: 'My account' }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Laptop');
  await clean(page, '/console/account, adding a passkey');
  // Somebody else's finger.
  await finger.recognises(false);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('No passkey was added')).toBeVisible();
  await finger.recognises(true);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const row = page.getByRole('row', { name: /Laptop/ });
  await expect(row).toContainText('never');
  await clean(page, '/console/account, with a passkey');
  // The same device again.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByLabel('Name').fill('Again');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This device has a passkey for your account')).toBeVisible();

  await signOut(page);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await finger.recognises(false);
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'false');
  await finger.recognises(true);
  await button.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible();
  await page.getByRole('link', { name: 'My account' }).click();
  await expect(row).not.toContainText('never');

  await row.getByRole('button', { name: 'Remove' }).click();
  await clean(page, '/console/account, removing a passkey');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  // The device still has it, and the server does not know it any more.
  await signOut(page);
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: 'does not sign you in' })).toBeVisible();
  await clean(page, '/console, a passkey that was removed');
});

/** The pages of the provider. */
async function atProvider(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a person signs in at the university, and their groups give roles', async ({
  browser,
  lab,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${lab.address}/console`);
  const button = page.getByRole('button', { name: 'Sign in with University of Example' });
  await expect(button).toBeVisible();
  await clean(page, '/console, signing in with other ways');
  await button.click();
  await atProvider(page, 'anna');
  await page.waitForURL(`${lab.address}/console`);
  await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Analyst/ })).toBeVisible();
  await page.getByRole('link', { name: 'My account' }).click();
  await expect(page.getByText('Your accounts are connected')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Password' })).toHaveCount(0);
  await clean(page, '/console/account with single sign-on');
  // Without a password it is the only way in.
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Choose a password first')).toBeVisible();
  await context.close();
});

test('without a role nobody gets in, and a page that comes back late says so', async ({
  page,
  lab,
}) => {
  await page.goto(`${lab.address}/console`);
  await page.getByRole('button', { name: 'Sign in with University of Example' }).click();
  await atProvider(page, 'stranger');
  await expect(page.getByText('You have no role here yet.')).toBeVisible();
  await clean(page, '/console/sso without a role');
  // The code does not stay in the history.
  expect(page.url()).toBe(`${lab.address}/console/sso`);
  await page.goto(`${lab.address}/console/sso?state=x&code=y`);
  await expect(page.getByText('began in another tab')).toBeVisible();
  await page.goto(`${lab.address}/console/sso?error=access_denied&state=x`);
  await expect(page.getByText('The sign-in was cancelled.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the sign-in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the console');
});
