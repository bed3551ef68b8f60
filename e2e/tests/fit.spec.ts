/** A judgement fits the window: what is judged, the answers and the scale are visible without scrolling. */
import type { Page } from '@playwright/test';
import { ApiUser } from '../src/api-user.ts';
import { adopt, expect, type Group, nextIs, registered, test } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import type { Server } from '../src/server.ts';

/** A laptop's browser window, and a phone of 390 × 844 with the bars of its browser. */
const LAPTOP = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 664 };

interface Room {
  /**
   * Space below the medium or post, the answers, the second and the last question, the button, in px; negative if it
   * is cut off. Questions that are not shown yet do not count.
   */
  item: number;
  answers: number;
  confidence: number;
  scale: number;
  button: number;
  /** The height of the picture or video, and the empty space beside it. */
  picture: number;
  bars: number;
  scrolled: number;
  /** The width of a post that its medium leaves empty, and the height of the icons below. */
  beside: number;
  icons: number;
}

/** Measures the page as it is scrolled. Room on a phone ends at the bar with the button. Runs in the page. */
function room(): Room {
  const bottom = (element: Element | null | undefined) =>
    element?.getBoundingClientRect().bottom ?? 0;
  const button = document.querySelector('main form [type=submit]');
  const bar = button?.parentElement;
  const sticky = bar && getComputedStyle(bar).position === 'sticky';
  const edge = sticky ? bar.getBoundingClientRect().top : innerHeight;
  const questions = [...document.querySelectorAll('main form fieldset')].filter(
    (question) => question.getClientRects().length > 0,
  );
  const frame = document.querySelector('main form figure');
  const picture = frame?.querySelector('img, video');
  // The controls of a clip and the name of a persona use the space beside the picture; zoom buttons need 54 px of it.
  const used = frame?.querySelector('video') || frame?.closest('div')?.previousElementSibling;
  const empty = (frame?.clientWidth ?? 0) - (picture?.clientWidth ?? 0);
  const post = document.querySelector('main form article');
  const width = (of: string) => post?.querySelector(of)?.getBoundingClientRect().width;
  return {
    item: edge - bottom(document.querySelector('main form :is(figure, article)')),
    answers: edge - bottom(questions[0]),
    confidence: edge - bottom(questions[1]),
    scale: edge - bottom(questions.at(-1)),
    button: innerHeight - bottom(button),
    picture: picture?.clientHeight ?? 0,
    bars: used ? 0 : empty,
    scrolled: scrollY,
    beside: (width(':scope > p') ?? 0) - (width('figure') ?? width(':scope > p') ?? 0),
    icons: post?.lastElementChild?.clientHeight ?? 0,
  };
}

async function roomAt(page: Page, viewport: typeof PHONE): Promise<Room> {
  await page.setViewportSize(viewport);
  await page.evaluate(() => window.scrollTo(0, 0));
  return page.evaluate(room);
}

/** The kind of judgement on the participant's page, or `null` on other pages. */
async function judgementOn(api: ApiUser, path: string): Promise<string | null> {
  const name = /^\/(pre|post)-questionnaire$/.exec(path)?.[1] as 'pre' | 'post' | undefined;
  if (name) {
    const { sections, done } = await api.questionnaire(name);
    const section = sections[done];
    const item = section?.items[0];
    if (!section || item?.kind !== 'judgement') return null;
    const of = item.media ? '' : ' of text';
    const what = item.post ? `post${of}${item.sharing ? ' with sharing' : ''}` : item.media?.kind;
    return `${name} test: ${what}`;
  }
  if (path === '/control-flow') {
    const { clips, done } = await api.call('get', '/api/control-flow');
    const kind = clips[done]?.media?.kind;
    return kind ? `control: ${kind}` : null;
  }
  if (path === '/home') return 'try-out';
  const [, flow, id, followup] = /^\/flow-([ab])\/question\/([^/]+)(\/followup)?$/.exec(path) ?? [];
  if (flow === 'b') return `Flow B: post with ${await mediumOfPost(api, id)}`;
  if (flow !== 'a') return null;
  const questions = await api.call('get', '/api/flow-a/questions');
  const kind = questions.find((question) => question.id === id)?.media.kind;
  return `${followup ? 'follow-up' : 'Flow A'}: ${kind}`;
}

async function mediumOfPost(api: ApiUser, id: string | undefined): Promise<string> {
  for (const persona of await api.call('get', '/api/personas')) {
    if (persona.state !== 'under_way') continue;
    const flow = await api.call('get', '/api/personas/{id}/flow-b', { path: { id: persona.id } });
    const post = flow.posts.find((candidate) => candidate.id === id);
    if (post) return post.media?.kind ?? 'text';
  }
  throw new Error(`no post ${id}`);
}

/** The kinds that each arm must show. */
const ARMS: [Group, RegExp[]][] = [
  [
    'control_0',
    [
      /^pre test: post/,
      /^pre test: post of text$/,
      /^post test: post with sharing$/,
      /^post test: post of text with sharing$/,
      /^control: (image|audio)$/,
    ],
  ],
  ['treatment_0', [/^try-out$/, /^(Flow A|follow-up): (image|audio|video)$/, /^pre test: video/]],
  ['treatment_1', [/^Flow B: post/, /^post test: (image|audio|video)$/, /^pre test: post$/]],
];
for (const [arm, kinds] of ARMS) {
  test(`each kind of judgement of ${arm} fits`, async ({ page, server }) => {
    nextIs(server, arm);
    const who = await registered(server);
    const api = new ApiUser(server, who);
    await adopt(new Participant(page, server), who);
    await page.goto(`${server.address}/robots.txt`);
    const seen = new Set<string>();
    for (let at = await api.position(); at.currentState !== '/end'; at = await api.step(at)) {
      const path = at.currentState;
      const kind = await judgementOn(api, path);
      // The length of its words decides whether a judgement fits, so some kinds are measured each time.
      const known = seen.has(kind ?? '') && !/post|^Flow A/.test(kind ?? '');
      if (!kind || known || !kinds.some((wanted) => wanted.test(kind))) continue;
      seen.add(kind);
      await inBoth(page, server, path, (locale) => fits(page, kind, `${kind} (${locale})`));
      if (!kind.includes('post')) continue;
      await inBoth(page, server, path, (locale) => fitsChosen(page, `${kind} (${locale}), chosen`));
    }
    expect(kinds.filter((wanted) => ![...seen].some((kind) => wanted.test(kind)))).toEqual([]);
  });
}

// Between them, the two participants answer each question of Flow A incorrectly once.
for (const answer of ['original', 'altered']) {
  test(`each second look after the answer “${answer}” fits a phone`, async ({ page, server }) => {
    nextIs(server, 'treatment_0');
    const who = await registered(server);
    const api = new ApiUser(server, who);
    await adopt(new Participant(page, server), who);
    await page.goto(`${server.address}/robots.txt`);
    let looks = 0;
    for (let at = await api.position(); at.currentState !== '/flow-a/end'; ) {
      const [, id = '', part] =
        /^\/flow-a\/question\/([^/]+)(?:\/(.+))?$/.exec(at.currentState) ?? [];
      const give = (body: { answer: string; confidence?: number }) =>
        api.call('post', '/api/flow-a/questions/{id}/answer', { path: { id }, body });
      if (id && !part) at = await give({ answer, confidence: 70 });
      else if (part !== 'incorrect') at = await api.step(at);
      else {
        looks += 1;
        const path = `/flow-a/question/${id}`;
        await api.call('put', '/api/users/current-state', { body: { currentState: path } });
        const questions = await api.call('get', '/api/flow-a/questions');
        const { media, verdict } = questions.find((question) => question.id === id) ?? {};
        const { hint, options = [] } = verdict?.secondLook ?? {};
        await inBoth(page, server, path, async (locale) => {
          const { answers, picture } = await roomAt(page, PHONE);
          const where = `second look “${hint}” (${locale})`;
          expect.soft(Math.round(answers), where).toBeGreaterThanOrEqual(0);
          const least = media?.kind === 'audio' ? 0 : LEAST;
          expect.soft(picture, `${where}: height of the picture`).toBeGreaterThanOrEqual(least);
        });
        at = await give({ answer: options[0]?.value ?? '' });
        // Its feedback has the same address if it is incorrect again.
        if (at.nextState) at = await api.step(at);
      }
    }
    expect(looks).toBe(8);
  });
}

/** Opens a page in English and in German. */
async function inBoth(
  page: Page,
  server: Server,
  path: string,
  measure: (locale: string) => Promise<void>,
): Promise<void> {
  for (const locale of ['en', 'de']) {
    await page.evaluate((tag) => localStorage.setItem('locale', tag), locale);
    await page.goto(server.address + path);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    const submit = page.locator('main form [type=submit]');
    // Instructions are on a page of their own.
    const start = page.getByRole('button', { name: /^(Start|Beginnen)$/ });
    await submit.or(start).first().waitFor();
    if (await start.isVisible()) await start.click();
    await submit.waitFor();
    await measure(locale);
  }
}

/** The height that a picture needs, in px: a smaller one hides the details by which it is judged. */
const LEAST = 226;

/** Before the choice. */
async function fits(page: Page, kind: string, where: string): Promise<void> {
  const pictured = /: (image|video)|test: post( with sharing)?$|post with (image|video)|^try-out/;
  const media = page.locator('main form figure :is(img, video)');
  // The follow-up loads its player when it is needed.
  if (pictured.test(kind)) await media.first().waitFor();
  const laptop = await roomAt(page, LAPTOP);
  const least = (of: keyof Room, value: number, size: string) =>
    expect.soft(Math.round(value), `${where}, ${size}: room below ${of}`).toBeGreaterThanOrEqual(0);
  for (const part of ['item', 'scale', 'button'] as const) {
    least(part, laptop[part], '1280 × 720');
  }
  if (kind.includes(': post')) {
    expect.soft(Math.round(laptop.beside), `${where}: beside the medium of the post`).toBe(0);
    expect.soft(laptop.icons, `${where}: the icons below the post`).toBeGreaterThan(0);
  }
  if (kind.startsWith('Flow B')) {
    await page.locator('main details > summary').first().click();
    least('scale', (await roomAt(page, LAPTOP)).scale, '1280 × 720, one check open');
    await page.locator('main details > summary').first().click();
  }
  const phone = await roomAt(page, PHONE);
  const size = '390 × 664';
  least('item', phone.item, size);
  if (pictured.test(kind)) {
    expect.soft(phone.picture, `${where}, ${size}: height`).toBeGreaterThanOrEqual(LEAST);
    if (!kind.startsWith('follow-up')) {
      expect.soft(laptop.picture, `${where}, 1280 × 720: height`).toBeGreaterThanOrEqual(LEAST);
      expect.soft(phone.bars, `${where}, ${size}: empty space beside`).toBeLessThanOrEqual(56);
    }
  }
  // A follow-up and ratings are not a judgement.
  if (/^follow-up: (image|video)/.test(kind)) return;
  least('answers', phone.answers, size);
  if (kind.startsWith('control')) return;
  least('scale', phone.scale, size);
  least('button', phone.button, size);
}

/** The scales of a post with a medium come with the choice, and the medium is smaller then. */
async function fitsChosen(page: Page, where: string): Promise<void> {
  await page.setViewportSize(PHONE);
  const answers = page.locator('main form fieldset').first();
  await page.evaluate(() => window.scrollTo(0, 0));
  // Playwright's own click would scroll.
  const box = await answers.locator('label').first().boundingBox();
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await expect(answers.locator(':checked')).toHaveCount(1);
  await expect(page.locator('main form fieldset').nth(1)).toBeVisible();
  const chosen = await page.evaluate(room);
  const post = (await page.locator('main form').innerText()).replace(/\s+/g, ' ').slice(0, 120);
  for (const part of ['item', 'answers', 'confidence', 'scale', 'button'] as const) {
    const value = Math.round(chosen[part]);
    expect.soft(value, `${where}: room below ${part} of “${post}”`).toBeGreaterThanOrEqual(0);
  }
  expect.soft(chosen.scrolled, `${where}: scrolled`).toBe(0);
}
