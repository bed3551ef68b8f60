import type { Page } from '@playwright/test';
import { adopt, expect, holdBack, jumpToVideo, registered, test } from '../src/fixtures.ts';
import { password } from '../src/participant.ts';
import { arrived } from '../src/routes.ts';

/** Lets the app start only when the test does. */
const slowApp = (page: Page) => holdBack(page, '**/assets/*.js');

test('consent given before the app runs counts', async ({ page, server }) => {
  const go = await slowApp(page);
  await page.goto(`${server.address}/consent`, { waitUntil: 'domcontentloaded' });
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  const agree = page.getByRole('button', { name: 'I agree, continue' });
  await agree.click();
  await expect(agree).toHaveAttribute('aria-busy', 'true');
  expect(new URL(page.url()).pathname).toBe('/consent');
  go();
  await arrived(page, '/auth');
  const kept = await page.evaluate(() => sessionStorage.getItem('consent'));
  expect(Object.values(JSON.parse(kept ?? '{}').ticks)).not.toContain(false);
});

test('agreeing early without the required tick is an error', async ({ page, server }) => {
  const go = await slowApp(page);
  await page.goto(`${server.address}/consent`, { waitUntil: 'domcontentloaded' });
  const agree = page.getByRole('button', { name: 'I agree, continue' });
  await agree.click();
  await expect(agree).toHaveAttribute('aria-busy', 'true');
  go();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(agree).toHaveAttribute('aria-busy', 'false');
});

test('declining before the app runs counts', async ({ page, server }) => {
  const go = await slowApp(page);
  await page.goto(`${server.address}/consent`, { waitUntil: 'domcontentloaded' });
  const decline = page.getByRole('button', { name: 'I do not want to take part' });
  await decline.click();
  await expect(decline).toHaveAttribute('aria-busy', 'true');
  go();
  await expect(page.getByRole('heading', { level: 1, name: "That's fine" })).toBeVisible();
});

test('signing in before the app runs signs in', async ({ page, server }) => {
  const { username } = await registered(server);
  const go = await slowApp(page);
  await page.goto(`${server.address}/auth`, { waitUntil: 'domcontentloaded' });
  const form = page.locator('form').first();
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Password', { exact: true }).fill(password);
  const signIn = form.getByRole('button', { name: 'Sign in' });
  await signIn.click();
  await expect(signIn).toHaveAttribute('aria-busy', 'true');
  expect(new URL(page.url()).pathname).toBe('/auth');
  go();
  await arrived(page, '/pre-questionnaire');
});

test('input stays when the app loads in the chosen language', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'de'));
  const go = await slowApp(page);
  await page.goto(`${server.address}/auth`, { waitUntil: 'domcontentloaded' });
  await page.locator('form').first().getByLabel('Username').fill('quiet-owl');
  go();
  const form = page.locator('form').first();
  await expect(form.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await expect(form.locator('[name=username]')).toHaveValue('quiet-owl');
});

test('an early change of language keeps the recruitment IDs', async ({ page, server }) => {
  const go = await slowApp(page);
  await page.goto(`${server.address}/?PROLIFIC_PID=p-71&STUDY_ID=s-1`, {
    waitUntil: 'domcontentloaded',
  });
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  go();
  const kept = () => page.evaluate(() => sessionStorage.getItem('recruitment'));
  await expect.poll(kept).toBe(JSON.stringify({ PROLIFIC_PID: 'p-71', STUDY_ID: 's-1' }));
});

test("if the app can't be loaded, the browser submits the form", async ({ page, server }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  const rejected = page.waitForEvent('requestfailed');
  await page.goto(`${server.address}/consent`);
  await rejected;
  const plain = page.waitForResponse((reply) => reply.request().method() === 'POST');
  await page.getByRole('button', { name: 'I agree, continue' }).click();
  expect((await plain).status()).toBe(303);
});

test('the first view of a questionnaire does not move', async ({ page, participant, server }) => {
  await adopt(participant, await registered(server));
  const go = await slowApp(page);
  await page.goto(`${server.address}/pre-questionnaire`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page.locator('#first-view h1')).not.toBeEmpty();
  const [words, place] = [await heading.textContent(), await heading.boundingBox()];
  go();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(page.locator('#first-view')).toHaveCount(0);
  await expect(heading).toHaveText(words ?? '');
  expect(await heading.boundingBox()).toEqual(place);
});

test("the first view of a question's picture does not move", async ({ page, participant }) => {
  await jumpToVideo(participant);
  const go = await slowApp(page);
  await page.reload();
  const picture = page.locator('#first-view img');
  await expect(picture).toBeVisible();
  await expect(picture).toHaveJSProperty('complete', true);
  const place = await picture.boundingBox();
  go();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await expect(page.locator('#first-view')).toHaveCount(0);
  const stage = page.locator('figure video, figure img').first();
  expect(await stage.boundingBox()).toEqual(place);
});
