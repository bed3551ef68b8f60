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
   * is cut off.
   */
  item: number;
  answers: number;
  confidence: number;
  scale: number;
  button: number;
  /** The height of the picture or video. */
  picture: number;
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
  const post = document.querySelector('main form article');
  const width = (of: string) => post?.querySelector(of)?.getBoundingClientRect().width;
  const questions = [...document.querySelectorAll('main form fieldset')];
  return {
    item: edge - bottom(document.querySelector('main form :is(figure, article)')),
    answers: edge - bottom(questions[0]),
    confidence: edge - bottom(questions[1]),
    scale: edge - bottom(questions.at(-1)),
    button: innerHeight - bottom(button),
    picture: document.querySelector('main form figure :is(img, video)')?.clientHeight ?? 0,
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
    const first = section.counter?.number === 1 ? ', with instructions' : '';
    const of = item.media ? '' : ' of text';
    const what = item.post ? `post${of}${item.sharing ? ' with sharing' : ''}` : item.media?.kind;
    return `${name} test: ${what}${first}`;
  }
  if (path === '/control-flow') {
    const { clips, done } = await api.call('get', '/api/control-flow');
    const kind = clips[done]?.media?.kind;
    return kind ? `control: ${kind}` : null;
  }
  if (path === '/home') return 'try-out';
  const [, flow, id, followup] = /^\/flow-([ab])\/question\/([^/]+)(\/followup)?$/.exec(path) ?? [];
  if (flow === 'b') return 'Flow B: post';
  if (flow !== 'a') return null;
  const questions = await api.call('get', '/api/flow-a/questions');
  const kind = questions.find((question) => question.id === id)?.media.kind;
  return `${followup ? 'follow-up' : 'Flow A'}: ${kind}`;
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
  ['treatment_1', [/^Flow B: post$/, /^post test: (image|audio|video)$/, /^pre test: post$/]],
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
      const known = seen.has(kind ?? '') && !/of text|^Flow A/.test(kind ?? '');
      if (!kind || known || !kinds.some((wanted) => wanted.test(kind))) continue;
      seen.add(kind);
      await inBoth(page, server, path, (locale) => fits(page, kind, `${kind} (${locale})`));
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
          // A fourth answer takes its room from the picture.
          const least = media?.kind === 'audio' ? 0 : options.length > 3 ? 178 : 226;
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
    await page.locator('main form [type=submit]').waitFor();
    await measure(locale);
  }
}

async function fits(page: Page, kind: string, where: string): Promise<void> {
  const pictured = /: (image|video)|test: post( with|$)|^try-out/.test(kind);
  // The follow-up loads its player when it is needed.
  if (pictured) await page.locator('main form figure :is(img, video)').waitFor();
  const laptop = await roomAt(page, LAPTOP);
  const least = (of: keyof Room, value: number, size: string) =>
    expect.soft(Math.round(value), `${where}, ${size}: room below ${of}`).toBeGreaterThanOrEqual(0);
  least('scale', laptop.scale, '1280 × 720');
  // Instructions, which are read once, are above the first judgement of a section.
  if (!kind.includes('instructions')) {
    least('item', laptop.item, '1280 × 720');
    least('button', laptop.button, '1280 × 720');
  }
  const phone = await roomAt(page, PHONE);
  if (/test: post|: post/.test(kind)) {
    for (const { beside, icons } of [laptop, phone]) {
      expect.soft(Math.round(beside), `${where}: beside the medium of the post`).toBe(0);
      expect.soft(icons, `${where}: the icons below the post`).toBeGreaterThan(0);
    }
  }
  if (kind.startsWith('Flow A')) {
    least('item', phone.item, '390 × 664');
    least('scale', phone.scale, '390 × 664');
  }
  if (/^follow-up: audio$/.test(kind)) least('scale', phone.scale, '390 × 664');
  if (/^p\w+ test: (image|audio|video|post of text( with sharing)?)$/.test(kind))
    least('confidence', phone.confidence, '390 × 664');
  if (pictured) {
    expect
      .soft(phone.picture, `${where}, 390 × 664: height of the picture`)
      .toBeGreaterThanOrEqual(leastHeight(kind));
  }
  if (/^control|^try-out/.test(kind)) least('answers', phone.answers, '390 × 664');
  // The picture and the text of a post leave no room for the scale, which comes into view after the choice.
  if (/^p\w+ test: post( with sharing)?$/.test(kind)) {
    least('item', phone.item, '390 × 664');
    await page.locator('main label:not(:has(:checked))').first().click();
    const scale = page.locator('main form fieldset').nth(1);
    await expect(scale, `${where}: the scale after the choice`).toBeInViewport({ ratio: 1 });
    const rest = () => page.evaluate(room).then(({ confidence }) => Math.round(confidence));
    await expect.poll(rest, `${where}: the scale above the dock`).toBeGreaterThanOrEqual(0);
  }
  if (kind === 'Flow B: post') {
    await page.setViewportSize(LAPTOP);
    await page.locator('main details > summary').first().click();
    least('scale', (await roomAt(page, LAPTOP)).scale, '1280 × 720, one check open');
  }
}

/** The height that a picture needs on a phone, in px: a smaller one hides the details by which it is judged. */
function leastHeight(kind: string): number {
  if (kind.startsWith('try-out')) return 175;
  if (/test: post/.test(kind)) return 180;
  return /test: video/.test(kind) ? 195 : 226;
}
