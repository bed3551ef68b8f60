/** The exercises: the follow-up of a question, captions, posts, and the list of questions at the end. */
import type { Page } from '@playwright/test';
import { ApiUser } from '../src/api-user.ts';
import { adopt, expect, jump, jumpToVideo, nextIs, registered, test } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';
import { Participant } from '../src/participant.ts';
import { arrived, routeOf, visit } from '../src/routes.ts';

const PHONE = { width: 390, height: 664 };
const LAPTOP = { width: 1280, height: 720 };
const FOLLOWUP = '/flow-a/question/*/followup';

/** A participant on the follow-up of a question with a video. */
async function atFollowup(participant: Participant): Promise<ApiUser> {
  const api = await jumpToVideo(participant);
  const path = await api.walk((at) => routeOf(at) === FOLLOWUP);
  await visit(participant.page, participant.server, path);
  return api;
}

const height = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);
const words = (page: Page) => page.getByRole('textbox', { name: 'In your own words' });

test('the button of a question leads to the follow-up, and later to the feedback', async ({
  participant,
}) => {
  await jumpToVideo(participant);
  const { page } = participant;
  const on = page.getByRole('main').getByRole('button', { name: /^(Continue|Check my answer)$/ });
  await expect(on).toHaveText('Continue');
  // An altered video: only one of the two answers is wrong.
  await participant.submit();
  await page.waitForURL('**/followup');
  await expect(page.getByRole('group', { name: 'What made you decide?' })).toBeVisible();
});

test('the follow-up is short: chips, one player, folded words', async ({ participant }) => {
  await atFollowup(participant);
  const { page } = participant;
  await page.setViewportSize(PHONE);
  await expect(page.locator('main video')).toHaveCount(1);
  await expect(page.getByText('Nothing seemed odd')).toBeVisible();
  await expect(words(page)).toBeHidden();
  expect(await height(page)).toBeLessThanOrEqual(850);
  await page.setViewportSize(LAPTOP);
  await expect.poll(() => height(page)).toBeLessThanOrEqual(LAPTOP.height);
  await page.getByRole('checkbox', { name: 'Light and shadow' }).check();
  await page.getByRole('checkbox', { name: 'Background' }).check();
  await clean(page, 'follow-up');
  await page.getByRole('checkbox', { name: 'Nothing seemed odd' }).check();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
});

test('words of the follow-up survive a reload, and are open then', async ({ participant }) => {
  await atFollowup(participant);
  const { page } = participant;
  await page.getByText('In your own words').first().click();
  await words(page).fill('The shadow');
  await clean(page, 'follow-up with words');
  await page.reload();
  await expect(words(page)).toHaveValue('The shadow');
});

test('an error on the folded words opens them', async ({ participant }) => {
  await atFollowup(participant);
  const { page } = participant;
  const fold = page.getByText('In your own words').first();
  await fold.click();
  await words(page).fill('a'.repeat(2001));
  await fold.click();
  await expect(words(page)).toBeHidden();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(words(page)).toBeVisible();
  await page.getByRole('alert').getByRole('link').click();
  await expect(words(page)).toBeFocused();
});

test('a tap on the picture marks a place, and scrolling with a finger does not', async ({
  participant,
}) => {
  await atFollowup(participant);
  const { page } = participant;
  const pad = page.getByLabel('Picture to mark a place in');
  await pad.dispatchEvent('pointerdown', { clientX: 20, clientY: 20 });
  await expect(page.getByText(/^Marked at/)).toHaveCount(0);
  await pad.click();
  await expect(page.getByText('Marked at 50% across and 50% down')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the mark' }).click();
  await expect(page.getByText(/^Marked at/)).toHaveCount(0);
  await expect(page.getByText('Optional: tap the place')).toBeVisible();
});

/** Whether the caption button of the page's first medium is pressed. */
const captions = (page: Page) => page.getByRole('button', { name: 'Captions' }).first();

test('captions follow the sound check, and then the participant\u2019s choice', async ({
  participant,
}) => {
  // Through the API, the answer to the sound check is "Yes, I heard it".
  const api = await jumpToVideo(participant);
  const { page, server } = participant;
  await expect(captions(page)).toHaveAttribute('aria-pressed', 'false');
  await captions(page).click();
  await expect(captions(page)).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(captions(page)).toHaveAttribute('aria-pressed', 'true');
  await visit(page, server, await api.walk((at) => routeOf(at) === FOLLOWUP));
  await expect(captions(page)).toHaveAttribute('aria-pressed', 'true');

  await visit(page, server, await api.toNextMedia('video'));
  await expect(captions(page)).toHaveAttribute('aria-pressed', 'true');
  await captions(page).click();
  await visit(page, server, await api.toNextMedia('video'));
  await expect(captions(page)).toHaveAttribute('aria-pressed', 'false');

  // Another participant signs in without a sign-out: this one's choice, on, is not theirs.
  await captions(page).click();
  await expect(captions(page)).toHaveAttribute('aria-pressed', 'true');
  await jumpToVideo(participant);
  await expect(captions(page)).toHaveAttribute('aria-pressed', 'false');
});

test('captions are on for a participant who does not hear the sound', async ({ page, server }) => {
  nextIs(server, 'treatment_0');
  const who = await registered(server);
  const api = new ApiUser(server, who);
  const path = '/pre-questionnaire';
  await api.walk((at) => at === path);
  for (;;) {
    const { sections, done } = await api.questionnaire('pre');
    if (sections[done]?.id === 'sound_check') break;
    await api.section('pre');
  }
  const participant = new Participant(page, server);
  await adopt(participant, who);
  await page.goto(server.address + path);
  await arrived(page, path);
  // The sound check would show its answer.
  await expect(captions(page)).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('radio', { name: 'No, but I read it' }).check();
  await page.getByLabel('Which number was it?').fill('47');
  const stored = page.waitForResponse((reply) => reply.url().includes('save-pre-questionnaire'));
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await (await stored).json()).toMatchObject({ hearsSound: false });
  const profile = await api.call('get', '/api/users/profile');
  expect(profile.hearsSound).toBe(false);

  await visit(page, server, await api.toMedia('video'));
  await expect(captions(page)).toHaveAttribute('aria-pressed', 'true');
  await captions(page).click();
  await visit(page, server, await api.toNextMedia('video'));
  await expect(captions(page)).toHaveAttribute('aria-pressed', 'false');
});

test('posts of an account with a persona\u2019s name have the portrait, whoever runs it', async ({
  participant,
}) => {
  const api = await jump(participant, 'treatment_1', '/flow-b/question/*');
  const personas = await api.call('get', '/api/personas');
  const open = personas.find(({ state }) => state === 'under_way');
  const { posts } = await api.call('get', '/api/personas/{id}/flow-b', {
    path: { id: open?.id ?? '' },
  });
  const portraits = posts.map(({ post }) => [post.author === open?.name, post.portrait ?? null]);
  const [portrait] = portraits.flatMap(([own, file]) => (own ? [file] : []));
  expect(portrait).toMatch(/^\/api\/media\//);
  for (const [own, file] of portraits) expect(file).toBe(own ? portrait : null);
  const { page } = participant;
  const card = page.getByRole('article');
  await expect(card).toBeVisible();
  await clean(page, 'post');
});

test('the list of questions shows what each one was about', async ({ participant }) => {
  const api = await jump(participant, 'treatment_0', '/flow-a/end');
  const { page } = participant;
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') });
  const questions = await api.call('get', '/api/flow-a/questions');
  await expect(rows).toHaveCount(questions.length);
  for (const [at, { context, media }] of questions.entries()) {
    const row = rows.nth(at);
    await expect(row).toContainText(`${at + 1}. ${context}`);
    await expect(row.locator('img')).toHaveCount(media.kind === 'audio' ? 0 : 1);
  }
  const picture = page.getByRole('main').locator('li img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await clean(page, 'end of Flow A');
});

test('the landing page shows the four people', async ({ page, server }) => {
  await visit(page, server, '/');
  const { landing } = await server.call('get', '/api/study');
  expect(landing.portraits).toHaveLength(4);
  for (const portrait of landing.portraits) {
    const image = page.locator(`main img[src="${portrait}"]`);
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0);
  }
  // On a phone, the button stays in the first view.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.locator('main a[href="/consent"]').filter({ visible: true })).toBeInViewport();
});
