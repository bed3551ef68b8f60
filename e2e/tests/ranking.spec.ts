/** Ranking with every input method; the last questions of the small study have a ranking. */
import type { Locator, Page } from '@playwright/test';
import { ApiUser } from '../src/api-user.ts';
import { adopt, expect, registered, test } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';
import { Participant } from '../src/participant.ts';
import { arrived } from '../src/routes.ts';
import type { Server } from '../src/server.ts';

const PAGE = '/post-questionnaire';

/** A participant on the page with the ranking, and the labels of its rows in their initial order. */
async function begin(page: Page, server: Server): Promise<string[]> {
  const who = await registered(server);
  const api = new ApiUser(server, who);
  await api.walk((path) => path === PAGE);
  await api.section('post');
  await adopt(new Participant(page, server), who);
  await page.goto(server.address + PAGE);
  await arrived(page, PAGE);
  // The heading is there before the questions.
  await expect(item(page).locator('li')).toHaveCount(4);
  const rows = await read(page);
  expect(rows.map(({ position }) => position)).toEqual(['', '', '', '']);
  return rows.map(({ label }) => label);
}

const item = (page: Page): Locator =>
  page.getByRole('group', { name: 'Whom would you ask first if you doubted a clip?' });

const select = (page: Page, label: string): Locator =>
  item(page).getByRole('combobox', { name: label });

/** The rows from top to bottom. */
function read(page: Page): Promise<{ label: string; position: string }[]> {
  return item(page)
    .locator('li')
    .evaluateAll((rows) =>
      rows.map((row) => ({
        label: row.querySelector('label')?.textContent ?? '',
        position: row.querySelector('select')?.value ?? '',
      })),
    );
}

async function expectRanked(page: Page, labels: (string | undefined)[]): Promise<void> {
  const rows = labels.map((label, at) => ({ label, position: String(at + 1) }));
  await expect.poll(() => read(page)).toEqual(rows);
}

/** The middle of a row's handle, in px of the screen. */
async function handleOf(page: Page, label: string): Promise<{ x: number; y: number }> {
  const row = item(page).locator('li', { hasText: label });
  await row.scrollIntoViewIfNeeded();
  const box = await row.locator('span').first().boundingBox();
  if (!box) throw new Error(`${label} has no handle`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('with the mouse: drop moves a row, Escape restores it', async ({ page, small }) => {
  const [first = '', second = '', third = '', last] = await begin(page, small);
  await page.getByRole('button', { name: 'Continue' }).scrollIntoViewIfNeeded();
  const [from, to] = [await handleOf(page, first), await handleOf(page, third)];
  const drag = async () => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y + 5, { steps: 10 });
  };
  await drag();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect((await read(page)).map(({ label }) => label)).toEqual([first, second, third, last]);
  await drag();
  await page.mouse.up();
  await expectRanked(page, [second, third, first, last]);
  await expect(item(page).getByRole('status')).toHaveText(
    `New order: 1 ${second}, 2 ${third}, 3 ${first}, 4 ${last}.`,
  );
  await clean(page, 'a ranking');
});

test('with the keyboard alone: focus follows the row, order stored', async ({ page, small }) => {
  const [first = '', second = '', third, last] = await begin(page, small);
  await select(page, first).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(select(page, first)).toBeFocused();
  await expect(select(page, first)).toHaveValue('3');
  await select(page, second).focus();
  await page.keyboard.press('2');
  await page.keyboard.press('Tab');
  // From the row's current position.
  await expect(select(page, first)).toBeFocused();
  await select(page, third ?? '').focus();
  await page.keyboard.press('4');
  await expectRanked(page, [last, second, first, third]);
  await page.locator('input[name=knows]').first().check();
  await page.locator('input[name=sure_overall]').first().check();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  const { answers } = (await sent).postDataJSON();
  expect(answers).toMatchObject({ ask_other: 1 });
  expect([answers.ask_friend, answers.ask_search, answers.ask_news].sort()).toEqual([2, 3, 4]);
});

test('half a ranking is one error and survives a reload', async ({ page, small }) => {
  const [first = ''] = await begin(page, small);
  await select(page, first).selectOption('4');
  await page.getByRole('button', { name: 'Continue' }).click();
  const error = page.getByRole('alert').getByRole('link', { name: /^Whom would you ask first/ });
  await expect(error).toHaveText(/Give each option a different rank\.$/);
  await clean(page, 'half a ranking');
  await error.click();
  await expect(item(page).locator('select').first()).toBeFocused();
  await page.reload();
  await arrived(page, PAGE);
  await expect(select(page, first)).toHaveValue('4');
});

test('with a finger: the handle drags, the page scrolls', async ({ browser, small }) => {
  const viewport = { width: 320, height: 568 };
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const [first, second, third, last = ''] = await begin(page, small);
  const touch = await context.newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  await item(page)
    .locator('li')
    .last()
    .evaluate((row) => row.scrollIntoView({ block: 'center' }));
  const { x, y } = await handleOf(page, last);
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  await finger('touchStart', x, y);
  await finger('touchMove', x, y - 40);
  expect(await scrolled()).toBe(before);
  await finger('touchMove', x, 20);
  await expect.poll(scrolled).toBeLessThan(before - 100);
  await finger('touchEnd', x, 20);
  await expectRanked(page, [last, first, second, third]);
  await context.close();
});
