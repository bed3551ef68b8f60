/** What was visible on a page is reported, also by those who leave before they answer. */

import { expect, jump, test } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import type { Server } from '../src/server.ts';

interface Shown {
  item: string;
  file: string;
  shown_ms: number | null;
}

/** What a participant of the page's block was shown, without their answers. */
const shownTo = (server: Server, code: string, block: string) =>
  server.rows<Shown>(
    `select item, file, shown_ms from exposure where item like '${block}/%'
     and participant = (select id from participant where code = '${code}') order by at, id`,
  );

test('the post on the page is reported once, offline too, without an answer', async ({
  page,
  small,
}) => {
  const first = page.waitForResponse('**/api/exposures');
  const api = await jump(new Participant(page, small), 'treatment_1', '/flow-b/question/*');
  const { code } = await api.call('get', '/api/users/profile');
  const posts = () => shownTo(small, code ?? '', 'flow-b');
  await expect.poll(() => posts().length).toBe(1);
  // It is stored before the browser knows it.
  await first;
  // The reload reports again, and the server has it already.
  const again = page.waitForResponse('**/api/exposures');
  await page.reload();
  expect((await (await again).json()).receipts).toMatchObject([{ repeated: true }]);
  const [post, ...others] = posts();
  expect(others).toEqual([]);
  expect(post?.shown_ms).toBeGreaterThanOrEqual(0);
  // Two of the four posts have no medium.
  const isText = ['flow-b/fb_2', 'flow-b/fb_4'].includes(post?.item ?? '');
  expect(post?.file === '').toBe(isText);
});

test('what could not be sent is reported on a later visit', async ({ page, participant }) => {
  // As on a network that loses these calls.
  await page.route('**/api/exposures', (route) => route.abort());
  const lost = page.waitForRequest('**/api/exposures');
  const api = await jump(participant, 'treatment_0', '/flow-a/question/*');
  const { code } = await api.call('get', '/api/users/profile');
  const files = () => shownTo(participant.server, code ?? '', 'flow-a').map(({ file }) => file);
  await lost;
  // The page crashes: while it is left, it could still send them.
  const address = page.url();
  await page.goto('chrome://crash').catch(() => {});
  expect(files()).toEqual([]);
  const later = await page.context().newPage();
  await later.goto(address);
  await expect.poll(() => files().filter((file) => file !== '').length).toBe(1);
});

test('each post without a medium in a questionnaire is reported', async ({ page, small }) => {
  const api = await jump(new Participant(page, small), 'control_0', '/post-questionnaire');
  const { code } = await api.call('get', '/api/users/profile');
  const posts = () =>
    shownTo(small, code ?? '', 'post').filter(({ item, file }) => !file && item.includes('/post_'));
  const names = ['post/second_look/post_3', 'post/second_look/post_4'];
  for (const post of await page.locator('[data-text]').all()) await post.scrollIntoViewIfNeeded();
  await expect
    .poll(() =>
      posts()
        .map(({ item }) => item)
        .sort(),
    )
    .toEqual(names);
});
