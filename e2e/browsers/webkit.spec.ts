/** Each arm from `/` to `/end` in the browser engine of iPhones: nothing lost, media play, drafts stay, no errors. */
import { eventsOf } from '../src/events.ts';
import { test as base, expect, type Group, nextIs } from '../src/fixtures.ts';
import type { Route } from '../src/routes.ts';
import { participantOf } from '../src/server.ts';
import { Visitor } from './visitor.ts';
import { WebKit } from './webkit.ts';

/** A phone of 390 × 844 with the bars of its browser. */
const PHONE = [390, 664] as const;

const test = base.extend<{ visitor: Visitor }, { webkit: WebKit }>({
  webkit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const webkit = await WebKit.start();
      await use(webkit);
      webkit.stop();
    },
    { scope: 'worker' },
  ],
  visitor: async ({ webkit, server }, use, info) => {
    const driver = await webkit.open(...PHONE);
    const visitor = new Visitor(driver, server, info.outputPath());
    await use(visitor);
    if (info.status !== info.expectedStatus) await visitor.picture('failed');
    await driver.quit();
  },
});

/** What each arm must have seen. */
const ARMS: Record<Group, Route[]> = {
  control_0: ['/control-flow'],
  treatment_0: [
    '/treatment-questionnaire',
    '/flow-a/question/*/followup',
    '/flow-a/question/*/correct',
    '/flow-a/question/*/incorrect',
    '/flow-a/interim',
    '/flow-a/end',
  ],
  treatment_1: [
    '/treatment-questionnaire',
    '/flow-b/start/*',
    '/flow-b/question/*/correct',
    '/flow-b/question/*/incorrect',
  ],
};

/** Pages with answers that are not sent yet, which a reload keeps. */
const DRAFTS =
  /-questionnaire$|^\/control-flow$|^\/flow-a\/question\/\*(\/followup)?$|^\/flow-b\/question\/\*$/;

for (const group of Object.keys(ARMS) as Group[]) {
  test(`${group}: from / to /end`, async ({ visitor, server }) => {
    test.setTimeout(900_000);
    const played = new Set<string>();
    const kept = new Set<Route>();
    visitor.look = async (route) => {
      if (DRAFTS.test(route) && !kept.has(route)) {
        kept.add(route);
        await keepDraft(visitor);
      }
      await playOnce(visitor, played);
      if (route === '/flow-b/question/*') await openEvidence(visitor);
    };
    nextIs(server, group);
    await visitor.begin();
    await leaveOpen(visitor);
    await visitor.walk();
    expect([...visitor.seen]).toEqual(expect.arrayContaining(ARMS[group]));
    if (group !== 'control_0') expect(visitor.triedAgain).toBeGreaterThan(0);
    expect([...played].sort()).toEqual(['audio', 'video']);
    const text = await (await visitor.css('main')).getText();
    expect(text).toContain('Your completion code');
    expect(text).toContain('Your result');
    expectStored(visitor, group);
    if (group === 'control_0') await practise(visitor);
    expect(visitor.errors).toEqual([]);
  });
}

/** The study's title in its languages, the first one last. */
const TITLES = { de: 'Original oder verändert?', en: 'Original or Altered?' };

test('theme and language', async ({ visitor }) => {
  const { driver } = visitor;
  await visitor.load('/');
  const colour = () => driver.executeScript(() => getComputedStyle(document.body).backgroundColor);
  const light = await colour();
  await visitor.press(/^Dark theme$/);
  await expect.poll(colour).not.toBe(light);
  await visitor.picture('dark theme');
  await visitor.press(/^Dark theme$/);
  await expect.poll(colour).toBe(light);
  for (const [language, title] of Object.entries(TITLES)) {
    await visitor.click(await visitor.css(`nav a[lang=${language}]`));
    await expect.poll(() => visitor.heading()).toBe(title);
    await visitor.picture(`language ${language}`);
  }
  expect(visitor.errors).toEqual([]);
});

test('leaving the study', async ({ visitor }) => {
  const { driver } = visitor;
  await visitor.begin();
  await visitor.load('/profile');
  await visitor.press(/^Withdraw from the study$/);
  await visitor.choose('dialog input[type=radio]');
  await visitor.picture('withdrawing');
  await visitor.press(/^Withdraw$/);
  await expect.poll(() => visitor.heading()).toBe('You have withdrawn');
  await expectInView(visitor, 'You have withdrawn');
  await visitor.picture('withdrawn');
  const token = () => driver.executeScript(() => localStorage.getItem('auth_token'));
  await expect.poll(token).toBeNull();
  expect(statusOf(visitor)).toMatchObject([{ status: 'withdrawn' }]);
  expect(visitor.errors).toEqual([]);
});

/** An empty submission is held back with a list of errors. */
async function leaveOpen(visitor: Visitor): Promise<void> {
  await visitor.press(/^Continue$/);
  const focused = async () => (await visitor.driver.switchTo().activeElement()).getAriaRole();
  await expect.poll(focused).toBe('alert');
  expect(await visitor.driver.getTitle()).toMatch(/^Error: /);
}

/** Answers that were not submitted are still there after a reload. */
async function keepDraft(visitor: Visitor): Promise<void> {
  const entered = () => visitor.driver.executeScript<string[]>(controls);
  const before = await entered();
  await visitor.reload();
  const message = `draft of ${await visitor.path()}`;
  await expect.poll(entered, { message }).toEqual(before);
}

/** The controls of the page with what is entered. Runs in the page. */
function controls(): string[] {
  const all = document.querySelectorAll<HTMLInputElement>('main :is(input, select, textarea)');
  return [...all].map(({ id, value, checked }) => `${id}: ${value} ${checked}`);
}

/** Plays the page's medium if none of its kind was played before; a video with captions. */
async function playOnce(visitor: Visitor, played: Set<string>): Promise<void> {
  if ((await visitor.all('main video')).length === 0) return;
  const state = () => visitor.driver.executeScript<MediumState>(medium);
  const message = `${await visitor.path()}: medium`;
  await expect.poll(async () => (await state()).ready, { message }).toBe(true);
  const { kind } = await state();
  if (played.has(kind)) return;
  played.add(kind);
  await visitor.press(/^Play$/);
  await expect.poll(async () => (await state()).position, { message }).toBeGreaterThan(0.5);
  if (kind === 'video') await showCaptions(visitor);
}

type MediumState = { ready: boolean; kind: string; position: number };

/** The state of the page's first medium. Runs in the page. */
function medium(): MediumState {
  const video = document.querySelector('video');
  return {
    ready: (video?.readyState ?? 0) > 0,
    kind: (video?.videoWidth ?? 0) > 0 ? 'video' : 'audio',
    position: video?.currentTime ?? 0,
  };
}

/** Captions are off for participants who hear the sound, until they want them. */
async function showCaptions(visitor: Visitor): Promise<void> {
  const shown = () => visitor.driver.executeScript<number>(captions);
  expect(await shown()).toBe(0);
  await visitor.press(/^Captions$/);
  await expect.poll(shown).toBeGreaterThan(0);
  await visitor.picture('captions');
  await visitor.press(/^Captions$/);
  await expect.poll(shown).toBe(0);
}

/** The number of captions that the page's video shows now. Runs in the page. */
function captions(): number {
  const tracks = [...(document.querySelector('video')?.textTracks ?? [])];
  const shown = tracks.filter(({ mode }) => mode === 'showing');
  return shown.reduce((sum, { activeCues }) => sum + (activeCues?.length ?? 0), 0);
}

/** Opens the first evidence of a post. */
async function openEvidence(visitor: Visitor): Promise<void> {
  const evidence = await visitor.css('main details');
  if (await evidence.getProperty('open')) return;
  await visitor.click(await visitor.css('main details > summary'));
  await expect.poll(() => evidence.getProperty('open')).toBe(true);
  await visitor.picture('evidence');
}

/** The practice after the study shows each next example from its title, and the training's title at its end. */
async function practise(visitor: Visitor): Promise<void> {
  await visitor.press(/^Practise with \d+ clips$/);
  await visitor.choose('main form input[type=radio]');
  await visitor.press(/^Check my answer$/);
  await visitor.press(/^Next example$/);
  await expectInView(visitor, 'Example 2 of 16');
  await visitor.picture('practice');
  await visitor.press(/^Stop practising$/);
  await expectInView(visitor, 'The exercise of the other groups');
}

/** The heading with this text is focused, and the window shows it. */
async function expectInView(visitor: Visitor, text: string): Promise<void> {
  const focused = () => visitor.driver.switchTo().activeElement();
  await expect.poll(async () => (await focused()).getText()).toBe(text);
  const top = () => visitor.driver.executeScript(topOfFocused);
  await expect.poll(top, { message: `the place of “${text}”` }).toBeGreaterThan(0);
}

/** Runs in the page. */
function topOfFocused(): number | undefined {
  return document.activeElement?.getBoundingClientRect().top;
}

/** Each answer is stored as it was given, in the right arm, and no error was reported. */
function expectStored(visitor: Visitor, group: Group): void {
  const { server, username, chosen } = visitor;
  const rows = server.rows<{ answers: string }>(
    `select answers from submission where participant = ${participantOf(username)}`,
  );
  expect(Object.assign({}, ...rows.map((row) => JSON.parse(row.answers)))).toMatchObject(chosen);
  expect(statusOf(visitor)).toEqual([{ arm: group, status: 'completed' }]);
  const reported = eventsOf(visitor).filter(({ name }) => name === 'Error Occurred');
  expect(reported.map(({ properties }) => properties)).toEqual([]);
}

function statusOf({ server, username }: Visitor): Record<string, unknown>[] {
  return server.rows(`select arm, status from participant where id = ${participantOf(username)}`);
}
