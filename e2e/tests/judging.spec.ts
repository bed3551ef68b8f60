/** The tests before and after the training: one item per page, and errors that go when they are corrected. */
import type { Page } from '@playwright/test';
import { ApiUser } from '../src/api-user.ts';
import { adopt, expect, jump, registered, test } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';
import { Participant } from '../src/participant.ts';
import { arrived } from '../src/routes.ts';
import type { Server } from '../src/server.ts';
import { answerAnyway } from '../src/unseen.ts';

const PAGE = '/pre-questionnaire';

/** A participant of the example study at the first of the four clips before the training. */
async function atTheClips(page: Page, server: Server): Promise<ApiUser> {
  const who = await registered(server);
  const api = new ApiUser(server, who);
  await api.walk((path) => path === PAGE);
  for (let at = ''; !at.startsWith('pre_clips/'); ) {
    const { sections, done } = await api.questionnaire('pre');
    at = sections[done]?.id ?? '';
    if (!at.startsWith('pre_clips/')) await api.section('pre');
  }
  await adopt(new Participant(page, server), who);
  await page.goto(server.address + PAGE);
  await arrived(page, PAGE);
  return api;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Chooses the first option and 70 %. */
async function answer(page: Page): Promise<void> {
  const main = page.locator('main');
  await main.getByRole('radio').first().check();
  await main.locator('input[type=radio][value="70"]').check();
}

/** Leaves the instructions of the section. */
async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start' }).click();
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await answerAnyway(page);
}

test('clips are judged one at a time, with no way back', async ({ page, server }) => {
  const api = await atTheClips(page, server);
  await expect(heading(page, 'Four clips')).toBeVisible();
  await clean(page, 'the instructions of the test');
  await start(page);
  await expect(heading(page, 'Clip 1 of 4')).toBeFocused();
  await expect(page.locator('fieldset').filter({ hasText: 'original' })).toHaveCount(1);
  await clean(page, 'a clip of the test');
  await answer(page);
  await submit(page);
  await expect(heading(page, 'Clip 2 of 4')).toBeFocused();
  await page.reload();
  await expect(heading(page, 'Clip 2 of 4')).toBeVisible();
  await clean(page, 'a clip of the test');
  const { sections, done } = await api.questionnaire('pre');
  const clips = sections.filter(({ id }) => id.startsWith('pre_clips/'));
  expect(clips).toHaveLength(4);
  expect(sections[done]?.id).toBe(clips[1]?.id);
  const body = { answers: {}, section: clips[0]?.id ?? '' };
  await expect(
    api.call('post', '/api/users/save-pre-questionnaire-answers', { body }),
  ).rejects.toThrow();
});

test('the two terms are defined before the first judgement, and on every page of the section', async ({
  page,
  server,
}) => {
  await atTheClips(page, server);
  const words = page.locator('blockquote');
  await expect(words).toContainText('Original');
  await expect(words).toContainText('Altered');
  await start(page);
  await answer(page);
  await submit(page);
  await expect(heading(page, 'Clip 2 of 4')).toBeVisible();
  await expect(words).toBeHidden();
  await page.getByText('Read the instructions again').click();
  await expect(words).toBeVisible();
});

test('an error disappears once it is corrected', async ({ page, server }) => {
  await atTheClips(page, server);
  await start(page);
  const main = page.locator('main');
  await page.getByRole('button', { name: 'Continue' }).click();
  const summary = page.getByRole('alert');
  await expect(summary.getByRole('link')).toHaveCount(2);
  const message = main.locator('form').getByText('Choose one of the answers.');
  await expect(message).toHaveCount(1);
  await main.getByRole('radio').first().check();
  await expect(message).toHaveCount(0);
  await expect(summary.locator('s')).toHaveCount(1);
  await expect(page).toHaveTitle(/^Error:/);
  await clean(page, 'a clip of the test');
});

for (const [group, route, button] of [
  ['treatment_0', '/flow-a/question/*', 'Continue'],
  ['treatment_1', '/flow-b/question/*', 'Check my answer'],
] as const) {
  test(`an error disappears once it is corrected: ${route}`, async ({ page, participant }) => {
    await jump(participant, group, route);
    const main = page.locator('main');
    const summary = page.getByRole('alert');
    const answer = main.locator('#answer').getByText('Choose one of the answers.');
    const confidence = main.locator('#confidence').getByText('Choose a point on the scale.');
    await main.getByRole('button', { name: button }).click();
    await expect(summary.getByRole('link')).toHaveCount(2);
    await expect(answer).toHaveCount(1);
    await expect(confidence).toHaveCount(1);
    await main.locator('#answer').getByRole('radio').first().check();
    await expect(answer).toHaveCount(0);
    await expect(confidence).toHaveCount(1);
    await expect(summary.locator('s')).toHaveCount(1);
    await expect(page).toHaveTitle(/^Error:/);
    await main.locator('#confidence').getByRole('radio', { name: '70%' }).check();
    await expect(confidence).toHaveCount(0);
    await expect(summary.locator('s')).toHaveCount(2);
    await expect(page).not.toHaveTitle(/^Error:/);
    await clean(page, `${route} with corrected errors`);
  });
}

test('an error disappears once it is corrected: follow-up', async ({ page, participant }) => {
  await jump(participant, 'treatment_0', '/flow-a/question/*/followup');
  const main = page.locator('main');
  const reasons = main.getByRole('group', { name: 'What made you decide?' });
  const message = reasons.getByText('Choose at least one answer.');
  await main.getByRole('button', { name: 'Continue' }).click();
  await expect(message).toHaveCount(1);
  await reasons.getByRole('checkbox').first().check();
  await expect(message).toHaveCount(0);
  await expect(page.getByRole('alert').locator('s')).toHaveCount(1);
  await expect(page).not.toHaveTitle(/^Error:/);
});
