import type { Page } from '@playwright/test';
import { ApiUser } from '../src/api-user.ts';
import { adopt, expect, holdBack, jump, registered, test } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import { arrived } from '../src/routes.ts';
import { expireAll, participantOf } from '../src/server.ts';

/** The participant's number of rows. */
function saved(participant: Participant): number {
  const [row] = participant.server.rows<{ n: number }>(
    `select count(*) as n from submission where participant = ${participantOf(participant.username)}`,
  );
  return row?.n ?? 0;
}

/** The number of drafts in the browser. */
function drafts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done, fail) => {
        const opening = indexedDB.open('unmask', 1);
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const store = opening.result.transaction('kept').objectStore('kept');
          const counting = store.count(IDBKeyRange.bound('draft/', 'draft/\uffff'));
          counting.onerror = () => fail(counting.error);
          counting.onsuccess = () => done(counting.result);
        };
      }),
  );
}

test('a participant who closes the browser resumes', async ({ browser, page, participant }) => {
  await participant.begin();
  await participant.step();
  const state = await page.context().storageState({ indexedDB: true });
  await page.context().close();

  const context = await browser.newContext({ storageState: state });
  const again = await context.newPage();
  await again.goto(`${participant.server.address}/dashboard`);
  await again.getByRole('main').getByRole('link', { name: 'Continue the study' }).click();
  await arrived(again, '/pre-questionnaire');
  await expect(again.getByText(/Section 2 of/)).toBeVisible();
  expect(saved(participant)).toBe(1);
  await context.close();
});

test('a half-filled page is restored after a reload', async ({ page, participant }) => {
  await participant.begin();
  const radio = page.getByRole('main').locator('input[type=radio]').nth(1);
  await radio.check();
  const value = await radio.getAttribute('value');
  await expect.poll(() => drafts(page)).toBeGreaterThan(0);
  await page.reload();
  const same = page.getByRole('main').locator(`input[type=radio][value="${value}"]`);
  await expect(same.first()).toBeChecked();
});

test('a reload right after typing keeps the whole text', async ({ page, small }) => {
  await adopt(new Participant(page, small), await registered(small));
  await page.goto(`${small.address}/pre-questionnaire`);
  await page.getByRole('radio', { name: 'Another' }).check();
  const words = page.getByRole('textbox', { name: 'In your own words' });
  const text = 'more letters than a disk writes in a row';
  const loaded = page.waitForEvent('load');
  // Faster than any disk.
  await words.evaluate((field: HTMLInputElement, all) => {
    for (let letters = 1; letters <= all.length; letters += 1) {
      field.focus();
      field.setSelectionRange(0, field.value.length);
      document.execCommand('insertText', false, all.slice(0, letters));
    }
    location.reload();
  }, text);
  await loaded;
  await expect(words).toHaveValue(text);
});

test('offline: answers wait, the page shows it, each arrives once', async ({
  page,
  participant,
}) => {
  await participant.begin();
  await page.context().setOffline(true);
  await participant.fillPage();
  await participant.goOn();
  const waiting = page.getByRole('status').filter({ hasText: /Not sent yet/ });
  await expect(waiting.first()).toBeVisible();
  expect(participant.path).toBe('/pre-questionnaire');
  expect(saved(participant)).toBe(0);
  await page.context().setOffline(false);
  await expect(page.getByText(/Section 2 of/)).toBeVisible({ timeout: 60_000 });
  expect(saved(participant)).toBe(1);
});

test('offline, closed and reopened: the answers arrive once', async ({ page, participant }) => {
  await participant.begin();
  await page.context().setOffline(true);
  await participant.fillPage();
  await participant.goOn();
  await expect(page.getByText(/Not sent yet/).first()).toBeVisible();
  await page.close();
  await participant.page.context().setOffline(false);
  const again = await participant.page.context().newPage();
  // The page of the answer must not stay open.
  await again.goto(`${participant.server.address}/pre-questionnaire`);
  await expect(again.getByText(/Section 2 of/)).toBeVisible({ timeout: 60_000 });
  expect(saved(participant)).toBe(1);
});

test('a token that expires during a save', async ({ page, participant, server }) => {
  await participant.begin();
  await participant.fillPage();
  const calls: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (/auth\/refresh|save-pre/.test(path)) calls.push(path.replace('/api/', ''));
  });
  expireAll(server);
  await participant.goOn();
  await expect(page.getByText(/Section 2 of/)).toBeVisible();
  expect(calls).toEqual([
    'users/save-pre-questionnaire-answers',
    'auth/refresh',
    'users/save-pre-questionnaire-answers',
  ]);
  expect(saved(participant)).toBe(1);
});

test('a rejected refresh: signing in sends the answer', async ({ page, participant, server }) => {
  await participant.begin();
  await participant.fillPage();
  expireAll(server);
  server.change("update session set revoked_at = 1, revoked_reason = 'test'");
  await participant.goOn();
  await arrived(page, '/auth');
  await participant.signIn();
  await expect.poll(() => saved(participant), { timeout: 60_000 }).toBe(1);
  // The page leaves the submitted form.
  await expect(page.getByText(/Section 2 of/)).toBeVisible();
  await expect.poll(() => drafts(page)).toBe(0);
});

test("two tabs: the second one follows the first's answer", async ({ page, participant }) => {
  await participant.begin();
  const second = await page.context().newPage();
  await second.goto(`${participant.server.address}/pre-questionnaire`);
  await expect(second.getByText(/Section 1 of/)).toBeVisible();
  await new Participant(second, participant.server).fillPage();
  await second.getByRole('main').locator('input[type=radio]:not(:checked)').first().check();
  await participant.step();
  await second.getByRole('button', { name: 'Continue' }).first().click();
  await expect(second.getByText('The first answer counts.')).toBeVisible();
  await expect(second.getByText(/Section 2 of/)).toBeVisible();
  expect(saved(participant)).toBe(1);
});

test('a lost reply: the answer is stored once', async ({ page, participant }) => {
  await participant.begin();
  await participant.fillPage();
  let lost = 0;
  await page.route('**/api/users/save-pre-questionnaire-answers', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await participant.goOn();
  await expect(page.getByText(/Section 2 of/)).toBeVisible({ timeout: 60_000 });
  expect(lost).toBeGreaterThan(1);
  expect(saved(participant)).toBe(1);
});

test('a section must load before it is submitted', async ({ page, participant, server }) => {
  const api = new ApiUser(server, await registered(server));
  await adopt(participant, api.tokens);
  const arrive = await holdBack(page, '**/assets/information-*.js');
  // The second section shows a medium, whose code is a separate chunk.
  await api.section('pre');
  await page.goto(`${server.address}/pre-questionnaire`);
  await expect(page.getByText(/Section 2 of/)).toBeVisible();
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  arrive();
  await expect(page.getByText('Could you hear the number?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
});

test('a double click submits once', async ({ page, participant }) => {
  await participant.begin();
  await participant.fillPage();
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).first().dblclick();
  await expect(page.getByText(/Section 2 of/)).toBeVisible();
  expect(saved(participant)).toBe(1);
});

test('pages that were never opened are prefetched', async ({ page, participant }) => {
  // Pages are prefetched in order when the current one is idle; this one comes after those of the walk.
  const ahead = page.waitForResponse(/\/assets\/post-page-/);
  await jump(participant, 'control_0', '/home');
  await ahead;
  await page.route('**/assets/**', (route) => route.abort('connectionrefused'));
  await participant.walk((path) => path === '/control-flow');
  await page.unroute('**/assets/**');
});
