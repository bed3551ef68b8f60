/** Judged without playing or checking: one reminder for each item, never a hard gate, and a quality flag. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ApiUser } from '../src/api-user.ts';
import { codeOf, open, unblind } from '../src/console.ts';
import { adopt, expect, jump, jumpToMedia, registered, test } from '../src/fixtures.ts';
import { Keyboard } from '../src/keyboard.ts';
import { clean, uncovered } from '../src/looks.ts';
import { Participant } from '../src/participant.ts';
import { visit } from '../src/routes.ts';
import type { Server } from '../src/server.ts';
import { anyway } from '../src/unseen.ts';

const NOT_PLAYED = 'You have not played this clip yet.';
const NOT_HEARD = 'You have not played this recording yet.';
const NOT_LOADED = 'The picture has not loaded.';
const NOT_CHECKED = 'You have not checked anything yet.';

const stop = (page: Page) => page.getByRole('alert').filter({ has: anyway(page) });
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const heading = (page: Page, name: RegExp | string) =>
  page.getByRole('heading', { level: 1, name });

/** Chooses the first answer and 70 %. */
async function choose(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.locator('#answer input, fieldset input').first().check();
  const sure = main.locator('input[type=radio][value="70"]');
  if (await sure.count()) await sure.first().check();
}

/** Whether a clip of the page is playing or has been played. */
const position = (page: Page) =>
  page
    .locator('main video')
    .first()
    .evaluate((clip: HTMLVideoElement) => clip.currentTime);

/** The kinds of flags of a participant's submission. */
function flags(server: Server, { item, participant }: Last): string[] {
  const sql = `select kind from flag where item = '${item}' and participant = ${participant} order by kind`;
  return server.rows<{ kind: string }>(sql).map(({ kind }) => kind);
}

interface Last {
  item: string;
  /** As an SQL literal. */
  participant: string;
  evidence: string;
}

/** The last submission, with its evidence. */
function last(server: Server): Last {
  const [row] = server.rows<Last>(
    'select item, quote(participant) as participant, evidence from submission where evidence is not null order by rowid desc limit 1',
  );
  if (!row) throw new Error('nothing was submitted');
  return row;
}

test('Flow A: the reminder, "Play it", and a second submission', async ({ participant }) => {
  await jumpToMedia(participant, 'video');
  const { page, server } = participant;
  await choose(page);
  await button(page, 'Continue').click();
  await expect(stop(page)).toBeFocused();
  await expect(stop(page)).toContainText(NOT_PLAYED);
  await expect(page.getByText(NOT_CHECKED)).toHaveCount(0);
  await clean(page, 'question that was not played');
  await uncovered(page, 'question that was not played');
  await new Keyboard(page).round();
  await button(page, 'Play it').click();
  await expect(button(page, 'Pause')).toBeFocused();
  await expect.poll(() => position(page)).toBeGreaterThan(0);
  await expect(stop(page)).toHaveCount(0);
  const path = participant.path;
  await button(page, 'Continue').click();
  await expect(page).not.toHaveURL(new RegExp(`${path}$`));
  const submitted = last(server);
  expect(flags(server, submitted)).not.toContain('answered_unseen');
  expect(submitted.evidence).toContain('"reminder"');
});

test('Flow A: "Answer anyway" is flagged', async ({ participant }) => {
  await jumpToMedia(participant, 'audio');
  const { page, server } = participant;
  await choose(page);
  await button(page, 'Continue').click();
  await expect(stop(page)).toContainText(NOT_HEARD);
  await expect(stop(page)).toBeFocused();
  const keys = new Keyboard(page);
  expect((await keys.tab()).label).toBe('Play it');
  expect((await keys.tab()).label).toBe('Answer anyway');
  const path = participant.path;
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(new RegExp(`${path}$`));
  expect(flags(server, last(server))).toContain('answered_unseen');
});

test('Flow A: after a reload the answer is kept, and the reminder is not repeated', async ({
  participant,
}) => {
  await jumpToMedia(participant, 'audio');
  const { page, server } = participant;
  await choose(page);
  await button(page, 'Continue').click();
  await expect(stop(page)).toContainText(NOT_HEARD);
  await page.reload();
  await expect(page.locator('#answer input').first()).toBeChecked();
  await expect(page.locator('input[type=radio][value="70"]')).toBeChecked();
  const path = participant.path;
  await button(page, 'Continue').click();
  await expect(page).not.toHaveURL(new RegExp(`${path}$`));
  expect(flags(server, last(server))).toContain('answered_unseen');
});

test('a picture that is still loading: the reminder, "Try again", and "Answer anyway"', async ({
  participant,
}) => {
  const { page, server } = participant;
  await jumpToMedia(participant, 'image');
  let requests = 0;
  // The first request is never answered, so the page is never complete for the browser.
  await page.route('**/api/media/**', async (route) => {
    if (++requests > 1) await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await choose(page);
  await button(page, 'Continue').click();
  await expect(stop(page)).toBeFocused();
  await expect(stop(page)).toContainText(NOT_LOADED);
  await clean(page, 'question whose picture has not loaded');
  await uncovered(page, 'question whose picture has not loaded');
  await new Keyboard(page).round();
  await button(page, 'Try again').click();
  await expect(stop(page)).toHaveCount(0);
  await expect(button(page, 'Zoom in')).toBeFocused();
  const path = participant.path;
  await button(page, 'Continue').click();
  await expect(page).not.toHaveURL(new RegExp(`${path}$`));
  expect(flags(server, last(server))).not.toContain('answered_unseen');
});

test('a picture that does not load: "Answer anyway" is flagged', async ({ participant }) => {
  const { page, server } = participant;
  await jumpToMedia(participant, 'image');
  await page.route('**/api/media/**', () => {});
  await page.reload({ waitUntil: 'commit' });
  await choose(page);
  const path = participant.path;
  await button(page, 'Continue').click();
  await anyway(page).click();
  await expect(page).not.toHaveURL(new RegExp(`${path}$`));
  expect(flags(server, last(server))).toContain('answered_unseen');
});

test('a picture that has loaded gets no reminder; nor does a clip that was played or failed', async ({
  participant,
}) => {
  const { page } = participant;
  for (const kind of ['image', 'video', 'failed'] as const) {
    if (kind === 'failed') await page.route('**/api/media/**', (route) => route.abort());
    await jumpToMedia(participant, kind === 'image' ? 'image' : 'video');
    if (kind === 'video') {
      await button(page, 'Play').click();
      await expect.poll(() => position(page)).toBeGreaterThan(0);
    }
    if (kind === 'failed') await expect(page.getByText('This could not be played')).toBeVisible();
    const path = participant.path;
    await choose(page);
    await button(page, 'Continue').click();
    await expect(page).not.toHaveURL(new RegExp(`${path}$`));
    expect(flags(participant.server, last(participant.server))).not.toContain('answered_unseen');
  }
});

test('Flow B: opened evidence is counted, and nothing opened is a reason to ask', async ({
  participant,
}) => {
  await jump(participant, 'treatment_1', '/flow-b/question/*');
  const { page, server } = participant;
  const summaries = page.locator('main section:has(#check-title) summary');
  const all = await summaries.count();
  await expect(page.getByText(`0 of ${all} opened`)).toBeVisible();
  await choose(page);
  await button(page, 'Check my answer').click();
  await expect(stop(page)).toContainText(NOT_CHECKED);
  await clean(page, 'post that was not checked');
  await button(page, 'Check it').click();
  await expect(summaries.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`1 of ${all} opened`)).toBeVisible();
  await expect(page.getByText(NOT_CHECKED)).toHaveCount(0);
  // Closed and opened again, it is the same piece.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`1 of ${all} opened`)).toBeVisible();
  const path = participant.path;
  await button(page, 'Check my answer').click();
  await expect(page).not.toHaveURL(new RegExp(`${path}$`));
  expect(flags(server, last(server))).not.toContain('answered_unchecked');

  await jump(participant, 'treatment_1', '/flow-b/question/*');
  await choose(page);
  await button(page, 'Check my answer').click();
  await anyway(page).click();
  await expect(page).toHaveURL(/correct$/);
  expect(flags(server, last(server))).toContain('answered_unchecked');
});

test('control clips: once for each clip, and the main button goes on', async ({ participant }) => {
  await jump(participant, 'control_0', '/control-flow');
  const { page, server } = participant;
  for (let asked = 0; asked < 2; ) {
    const { clips, done } = await participant.get('/api/control-flow');
    const kind = clips[done]?.media?.kind;
    const submitted = participant.leave(async () => {
      await participant.submitWithoutPlaying();
      if (kind !== 'audio' && kind !== 'video') return;
      await expect(stop(page)).toContainText(kind === 'audio' ? NOT_HEARD : NOT_PLAYED);
      await button(page, 'Save my ratings').click();
      asked++;
    });
    await submitted;
  }
  expect(flags(server, last(server))).toContain('answered_unseen');
});

test('a clip of a questionnaire: in console and export', async ({ page, server }) => {
  const who = await registered(server);
  const api = new ApiUser(server, who);
  for (let judged = false; !judged; ) {
    const { sections, done } = await api.questionnaire('pre');
    const [item] = sections[done]?.items ?? [];
    judged = item?.kind === 'judgement' && (item.media?.kind ?? 'image') !== 'image';
    if (!judged) await api.section('pre');
  }
  const participant = new Participant(page, server);
  await adopt(participant, who);
  await visit(page, server, '/pre-questionnaire');
  await participant.readInstructions();
  await participant.fillPage();
  const before = await heading(page, /^Clip/).textContent();
  await button(page, 'Continue').click();
  await expect(stop(page)).toContainText(/You have not played this (clip|recording) yet\./);
  await clean(page, 'questionnaire that was not played');
  await anyway(page).click();
  await expect(heading(page, before ?? '')).toHaveCount(0);
  expect(flags(server, last(server))).toContain('answered_unseen');

  const code = await codeOf(api);
  await adopt(participant, await server.signIn());
  await open(page, server, '/participants', 'Participants');
  await page.getByLabel('Quality flags').selectOption('Judged unseen');
  await expect(page.getByRole('row', { name: code })).toContainText('Judged unseen');
  await open(page, server, '', 'Overview');
  await expect(page.getByRole('link', { name: 'Show Judged unseen' })).toBeVisible();

  await unblind(server);
  const folder = join(server.folder, 'exported');
  await server.run('export', folder, '--csv', '--reason', 'a test');
  const table = (name: string) => {
    const [head = '', ...rows] = readFileSync(
      join(folder, `data/description-${name}_data.csv`),
      'utf8',
    )
      .trim()
      .split('\n');
    const columns = head.split(',');
    return (id: string, column: string) =>
      rows.find((row) => row.includes(id))?.split(',')[columns.indexOf(column)];
  };
  expect(table('participants')(code, 'flag_answered_unseen')).toBe('1');
  expect(table('participants')(code, 'unseen_media')).toBe('1');
  expect(table('participants')(code, 'unchecked_posts')).toBe('0');
});
