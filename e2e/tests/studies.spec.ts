/** Several studies in one installation, and the people who work with them. */
import { test as base, expect, type Page } from '@playwright/test';
import { serverOf } from '../src/fixtures.ts';
import { Keyboard } from '../src/keyboard.ts';
import { clean } from '../src/looks.ts';
import { password } from '../src/participant.ts';
import { readable } from '../src/reading.ts';
import { adminName, adminPassword, bundles, isUp, type Server } from '../src/server.ts';

/** The small study at the root, below a path, and under a host name. */
const test = base.extend<object, { lab: Server }>({
  lab: serverOf(bundles.small, async (server) => {
    await server.run('study', 'add', 'pilot', '--study', bundles.small);
    const host = ['--host', 'field.localhost'];
    await server.run('study', 'add', 'field', '--study', bundles.small, ...host);
    await expect.poll(() => isUp(`${server.address}/s/pilot/api/study`)).toBe(true);
  }),
});

test.describe.configure({ mode: 'default' });

const secret = 'a lantern for the northern harbour';

/** Registers in a study through its pages; the page is then the first one of the study. */
async function register(page: Page, start: string, name: string): Promise<void> {
  await page.goto(start);
  const { pathname } = new URL(start);
  const base = pathname.replace(/\/$/, '');
  await page.locator(`main a[href="${base}/consent"]`).filter({ visible: true }).click();
  await page.waitForURL(`**${base}/consent`);
  const boxes = page.getByRole('main').getByRole('checkbox');
  await expect(boxes.first()).toBeVisible();
  for (const box of await boxes.all()) await box.check();
  await page.getByRole('button', { name: 'I agree, continue' }).click();
  await page.waitForURL(`**${base}/auth`);
  const form = page.getByRole('tabpanel', { name: 'Register' });
  await form.getByLabel('Username').fill(name);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`**${base}/pre-questionnaire`);
}

const keysOf = (page: Page) =>
  page.evaluate(async () => {
    const raw = document.createElement('iframe');
    document.body.append(raw);
    const store = raw.contentWindow?.localStorage;
    const keys = Array.from({ length: store?.length ?? 0 }, (_, at) => store?.key(at) ?? '');
    raw.remove();
    return { keys, databases: (await indexedDB.databases()).map(({ name }) => name ?? '') };
  });

test('two studies in two tabs of one browser do not disturb each other', async ({
  context,
  lab,
}) => {
  const [root, pilot] = [await context.newPage(), await context.newPage()];
  await register(root, `${lab.address}/`, 'heron');
  await register(pilot, `${lab.address}/s/pilot/`, 'otter');
  // Each has its own session, theme, and store of answers that wait.
  await pilot.evaluate(() => localStorage.setItem('theme', 'dark'));
  await root.reload();
  await pilot.reload();
  await expect(root.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(pilot.locator('html')).toHaveAttribute('data-theme', 'dark');
  for (const [page, base, name] of [
    [root, '', 'heron'],
    [pilot, '/s/pilot', 'otter'],
  ] as const) {
    await page.goto(`${lab.address}${base}/profile`);
    await expect(page.getByRole('main')).toContainText(name);
  }
  const { keys, databases } = await keysOf(pilot);
  expect(keys).toEqual(expect.arrayContaining(['auth_token', 's/pilot:auth_token']));
  expect(databases).toEqual(expect.arrayContaining(['unmask', 'unmask-pilot']));

  await pilot.goto(`${lab.address}/s/pilot/pre-questionnaire`);
  await expect(pilot.getByRole('heading', { level: 1 })).toBeVisible();
  await clean(pilot, 'a page below a path');

  // Signing out of one leaves the other signed in.
  await root.goto(`${lab.address}/profile`);
  await root.getByRole('button', { name: 'User menu' }).click();
  await root.getByRole('menuitem', { name: 'Sign Out' }).click();
  await root.waitForURL(`${lab.address}/`);
  await pilot.goto(`${lab.address}/s/pilot/profile`);
  await expect(pilot.getByRole('main')).toContainText('otter');
  // Unknown paths lead to the own start, and visitors of protected pages too.
  await pilot.goto(`${lab.address}/s/pilot/nowhere`);
  await pilot.waitForURL(/\/s\/pilot\/?$/);
  await root.goto(`${lab.address}/profile`);
  await root.waitForURL(`${lab.address}/`);
});

test('a study under a host name has the whole origin', async ({ page, lab }) => {
  const field = lab.address.replace('127.0.0.1', 'field.localhost');
  await register(page, `${field}/`, 'heron');
  await page.goto(`${field}/profile`);
  await expect(page.getByRole('main')).toContainText('heron');
  expect((await keysOf(page)).keys).toContain('auth_token');
});

test('an address without a study says so, in both languages', async ({ browser, lab }) => {
  for (const [locale, title] of [
    ['en-GB', 'There is no study at this address'],
    ['de-DE', 'Unter dieser Adresse gibt es keine Studie'],
  ] as const) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    const reply = await page.goto(`${lab.address}/s/none/`);
    expect(reply?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await context.close();
  }
});

async function signIn(page: Page, lab: Server, name: string, own: string): Promise<void> {
  await page.goto(`${lab.address}/console`);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(own);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible();
}

test('an owner creates a study, and archives, reopens and deletes it', async ({ page, lab }) => {
  await page.goto(`${lab.address}/console`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the console');
  await clean(page, '/console, signing in');
  await page.getByRole('button', { name: 'I have lost my password' }).click();
  await clean(page, '/console, recovery');
  await page.getByRole('button', { name: 'Back to the sign-in' }).click();
  await page.getByLabel('Username').fill(adminName);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Login failed');
  await signIn(page, lab, adminName, adminPassword);
  await clean(page, '/console, studies');

  await page.getByRole('button', { name: 'New study' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('A new study');
  await dialog.getByLabel('ID').fill('Not an ID');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toContainText('Begin with a lower-case letter.');
  await clean(page, '/console, a new study');
  await dialog.getByLabel('ID').fill('new-one');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const row = page.getByRole('row', { name: /A new study/ });
  await expect(row).toContainText('Running');

  // Its console opens with the same session.
  await row.getByRole('link', { name: 'Console' }).click();
  await page.waitForURL('**/s/new-one/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.goto(`${lab.address}/console`);

  await row.getByRole('button', { name: 'Archive' }).click();
  await clean(page, '/console, archiving');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(row).toContainText('Archived');
  expect(await isUp(`${lab.address}/s/new-one/api/study`)).toBe(false);
  await row.getByRole('button', { name: 'Reopen' }).click();
  await expect(row).toContainText('Running');
  await row.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await row.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('The text does not match.');
  await dialog.getByLabel(/^Type the ID/).fill('new-one');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText('Study deleted with its data')).toBeVisible();
  await clean(page, '/console/log');
});

test('the console of the installation by keyboard only', async ({ page, lab }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const keys = new Keyboard(page);
  const type = async (label: string, text: string) => {
    await keys.to((stop) => stop.label === label);
    await page.keyboard.type(text);
  };
  const dialog = page.getByRole('dialog');
  const title = page.getByRole('heading', { level: 1 });
  await page.goto(`${lab.address}/console`);
  await expect(title).toHaveText('Sign in to the console');
  await keys.round();
  await keys.press(/^I have lost my password$/);
  await expect(page.getByLabel('Recovery code')).toBeVisible();
  await keys.round();
  await keys.press(/^Back to the sign-in$/);
  await type('Username', adminName);
  await type('Password', adminPassword);
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Studies');
  await expect(page.getByRole('row', { name: /pilot/ })).toBeVisible();
  await keys.round();
  await keys.round(true);

  // A dialog keeps the focus, and returns it.
  await keys.press(/^New study$/);
  await expect(dialog).toBeVisible();
  await keys.round();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'New study' })).toBeFocused();
  await page.keyboard.press('Enter');
  await type('Title', 'Typed by keyboard');
  await type('ID', 'typed');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /Typed by keyboard/ });
  await expect(row).toContainText('Running');
  await row.getByRole('button', { name: 'Archive' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await keys.press(/^Archive$/);
  await expect(row).toContainText('Archived');

  await keys.press(/^People$/);
  await expect(title).toHaveText('People');
  await expect(page.getByText('Loading')).toHaveCount(0);
  await keys.round();
  await keys.press(/^Give a role$/);
  await type('Username', 'keys@example.org');
  await keys.round();
  await keys.press(/^Give role$/);
  await expect(dialog.getByText(/console\/invitation/)).toBeVisible();
  await keys.round();
  await keys.press(/^Done$/);
  await expect(page.getByRole('row', { name: /keys@example.org/ })).toBeVisible();

  await keys.press(/^My account$/);
  await expect(title).toHaveText('My account');
  await expect(page.getByText('Loading')).toHaveCount(0);
  await keys.round();
  await keys.press(/^Audit log$/);
  await expect(page.getByText('Study archived').first()).toBeVisible();
  await keys.round();
  await keys.press(/^Sign out$/);
  await expect(title).toHaveText('Sign in to the console');
});

test('the console of the installation at 320 px, with larger text and in forced colours', async ({
  page,
  lab,
}) => {
  await page.goto(`${lab.address}/console`);
  await expect(page.getByLabel('Username')).toBeVisible();
  await readable(page, '/console, signing in');
  await signIn(page, lab, adminName, adminPassword);
  await expect(page.getByRole('row', { name: /pilot/ })).toBeVisible();
  await readable(page, '/console');
  await page.getByRole('button', { name: 'New study' }).click();
  await readable(page, '/console, a new study');
  for (const [path, title] of [
    ['people', 'People'],
    ['account', 'My account'],
    ['log', 'Audit log'],
  ] as const) {
    for (const locale of ['en', 'de']) {
      await page.evaluate((tag) => localStorage.setItem('locale', tag), locale);
      await page.goto(`${lab.address}/console/${path}`);
      if (locale === 'en') await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(/^(Loading|Wird geladen)/)).toHaveCount(0);
      await readable(page, `/console/${path} in ${locale}`);
    }
  }
});

test('an invited person sees what the role includes', async ({ page, browser, lab }) => {
  await signIn(page, lab, adminName, adminPassword);
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Give a role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill('anna@example.org');
  await dialog.getByLabel('Study').selectOption('pilot');
  await dialog.getByLabel('Role').selectOption('monitor');
  await clean(page, '/console/people, giving a role');
  await dialog.getByRole('button', { name: 'Give role' }).click();
  const link = await dialog.getByText(/console\/invitation/).textContent();
  await clean(page, '/console/people, the link');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /anna@example.org/ })).toContainText('Monitor');
  await clean(page, '/console/people');

  const context = await browser.newContext({ locale: 'de-DE' });
  const anna = await context.newPage();
  await anna.goto(link ?? '');
  await expect(anna.getByRole('heading', { level: 1 })).toHaveText('Passwort wählen');
  await clean(anna, '/console/invitation');
  await anna.getByLabel('Passwort', { exact: true }).fill('kurz');
  await anna.getByRole('button', { name: 'Speichern und anmelden' }).click();
  await expect(anna.getByText('Bitte verwenden Sie 12 bis 256 Zeichen.')).toBeVisible();
  await anna.getByLabel('Passwort', { exact: true }).fill(secret);
  await anna.getByRole('button', { name: 'Speichern und anmelden' }).click();
  await expect(anna.getByRole('heading', { level: 1, name: 'Studien' })).toBeVisible();
  await expect(anna.getByRole('row')).toHaveCount(2);
  await clean(anna, '/console in German');
  await anna.getByRole('link', { name: 'Mein Konto' }).click();
  await anna.getByRole('button', { name: 'Neue Codes erzeugen' }).click();
  await expect(anna.getByText('Diese Codes werden nur jetzt gezeigt:')).toBeVisible();
  await clean(anna, '/console/account');
  await anna.goto(`${lab.address}/s/pilot/admin`);
  // The console of a study starts in the study's language.
  await expect(anna.getByRole('heading', { level: 1 })).toHaveText('Overview');
  const sections = anna.getByRole('navigation').getByRole('link');
  await expect(sections).toHaveText(['Overview', 'Participant flow', 'Participants', 'Study']);
  await sections.getByText('Study', { exact: true }).click();
  await expect(anna.getByRole('heading', { name: 'Recruitment' })).toBeVisible();
  await expect(anna.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await expect(anna.getByRole('banner')).toContainText('Seeing and judging pilot');
  await anna.getByRole('link', { name: 'All studies' }).click();
  await expect(anna.getByRole('heading', { level: 1 })).toHaveText('Studien');
  // The link was used up.
  await anna.goto(link ?? '');
  await expect(anna.getByText('Dieser Link wurde schon benutzt')).toBeVisible();

  // Without the role, the next click opens nothing.
  await page.getByRole('row', { name: /anna/ }).getByRole('button', { name: 'Take role' }).click();
  await dialog.getByRole('button', { name: 'Take role' }).click();
  await expect(dialog).toHaveCount(0);
  await anna.goto(`${lab.address}/s/pilot/admin`);
  const title = 'You have no role in “Seeing and judging”';
  await expect(anna.getByRole('heading', { level: 1 })).toHaveText(title);
  await clean(anna, '/s/pilot/admin without a role');
  await anna.getByRole('link', { name: 'Your studies' }).click();
  await expect(anna.getByText('Sie haben noch keine Rolle in einer Studie.')).toBeVisible();
  await clean(anna, '/console without a role');
  await context.close();
});
