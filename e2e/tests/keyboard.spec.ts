import { adopt, expect, jump, jumpToVideo, nextIs, registered, test } from '../src/fixtures.ts';
import { Keyboard } from '../src/keyboard.ts';
import { Participant, password } from '../src/participant.ts';
import { arrived, type Route, routeOf, visit } from '../src/routes.ts';

/** Answers of the small study that can't be guessed by keyboard. */
const WORDS = { age: '34', password };

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

/** Continues by keyboard until `there`, tabs through every new page, and returns the routes. */
async function walk(participant: Participant, there: Route): Promise<Set<Route>> {
  const keys = new Keyboard(participant.page);
  const seen = new Set<Route>();
  for (let route = routeOf(participant.path); route !== there; route = routeOf(participant.path)) {
    if (!seen.has(route)) await keys.round();
    const known = seen.has(route);
    seen.add(route);
    await participant.leave(async () => {
      if (route === '/dashboard') await keys.press(/^(Start |Continue the study$)/);
      else if (route.endsWith('/incorrect') && !known) await keys.press(/^Try again$/);
      else await keys.answer(WORDS);
    });
    // Where one is, is read out.
    await expect(participant.page.locator('main h1').first()).toBeFocused();
  }
  return seen;
}

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

for (const [group, flow, name, viewport] of [
  ['treatment_0', 'a', 'on a desktop', DESKTOP],
  ['treatment_0', 'a', 'on a phone', PHONE],
  ['treatment_1', 'b', 'on a phone', PHONE],
] as const) {
  test(`from / through Flow ${flow.toUpperCase()} to /end, ${name}`, async ({ page, small }) => {
    await page.setViewportSize(viewport);
    nextIs(small, group);
    const participant = new Participant(page, small);
    const keys = new Keyboard(page);
    await page.goto(small.address);
    await keys.round();
    await keys.press(/^Take part$/);
    await arrived(page, '/consent');
    await keys.round();
    await keys.answer();
    await arrived(page, '/auth');
    await keys.round();
    await keys.answer({ username: participant.username, password });
    await arrived(page, '/pre-questionnaire');
    const seen = await walk(participant, '/end');
    for (const verdict of ['correct', 'incorrect'] as const) {
      expect(seen).toContain(`/flow-${flow}/question/*/${verdict}`);
    }
    await keys.round();
  });
}

/** The distances of the landing page's links from its top, in tab order. */
function linkPositions(): number[] {
  window.scrollTo(0, document.body.scrollHeight);
  const links = [...document.querySelectorAll('main a')];
  return links
    .filter((link) => link.checkVisibility())
    .map((link) => link.getBoundingClientRect().top + window.scrollY);
}

for (const [name, viewport, first] of [
  ['desktop', DESKTOP, 'Take part'],
  ['phone', PHONE, 'study@example.org'],
] as const) {
  test(`Tab order is visual order: the landing page on a ${name}`, async ({ page, small }) => {
    await page.setViewportSize(viewport);
    await page.goto(small.address);
    await page.locator('main h1').focus();
    const keys = new Keyboard(page);
    expect((await keys.tab()).label).toBe(first);
    const positions = await page.evaluate(linkPositions);
    expect(positions.length).toBeGreaterThan(2);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });
}

test('the arrow keys change between signing in and registering', async ({ page, small }) => {
  await visit(page, small, '/auth');
  // The server renders the page before the app handles its keys.
  await expect(async () => {
    await page.getByRole('tab', { name: 'Sign in' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Register' })).toBeFocused({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByRole('tabpanel', { name: 'Register' })).toBeVisible();
});

test('through Flow B, with the user menu', async ({ page, small }) => {
  const participant = new Participant(page, small);
  await jump(participant, 'treatment_1', '/dashboard');
  const keys = new Keyboard(page);
  const menu = page.getByRole('button', { name: 'User menu' });
  await keys.press(/^User menu$/);
  await expect(page.getByRole('menuitem', { name: 'User Profile' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await arrived(page, '/profile');
  await keys.press(/^Go to Dashboard$/);
  await arrived(page, '/dashboard');
  const seen = await walk(participant, '/post-questionnaire');
  expect([...seen].sort()).toEqual([
    '/dashboard',
    '/flow-b/question/*',
    '/flow-b/question/*/correct',
    '/flow-b/question/*/incorrect',
    '/flow-b/start/*',
  ]);
});

test('through the control flow', async ({ page, small }) => {
  const participant = new Participant(page, small);
  await jump(participant, 'control_0', '/control-flow');
  expect([...(await walk(participant, '/post-questionnaire'))]).toEqual(['/control-flow']);
});

test('withdrawing, after cancelling once', async ({ page, small }) => {
  const participant = new Participant(page, small);
  await adopt(participant, await registered(small));
  await visit(page, small, '/profile');
  const keys = new Keyboard(page);
  await keys.round();
  await keys.press(/^Withdraw from the study$/);
  const dialog = page.getByRole('dialog', { name: 'Withdraw from the study?' });
  await expect(dialog).toBeVisible();
  await keys.round();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Withdraw from the study' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await keys.to(({ kind }) => kind === 'radio');
  await page.keyboard.press('Space');
  await keys.press(/^Withdraw$/);
  await expect(page.getByRole('heading', { name: 'You have withdrawn' })).toBeFocused();
});

test('a dialog opens again at once after Escape', async ({ page, small }) => {
  const participant = new Participant(page, small);
  await adopt(participant, await registered(small));
  await visit(page, small, '/profile');
  const button = page.getByRole('button', { name: 'Withdraw from the study' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw from the study?' });
  await expect(dialog).toBeVisible();
  // As fast as nobody can: the press comes before the browser reports that the dialog is closed.
  await page.evaluate(async () => {
    const open = document.querySelector<HTMLDialogElement>('dialog[open]');
    const opener = [...document.querySelectorAll('button')].find(
      (one) => one.textContent === 'Withdraw from the study',
    );
    open?.requestClose();
    opener?.click();
    // The browser reports it.
    await new Promise((done) => setTimeout(done, 100));
  });
  await expect(dialog).toBeVisible();
});

test('the player and the single keys of a question', async ({ participant }) => {
  await jumpToVideo(participant);
  const { page } = participant;
  const keys = new Keyboard(page);
  await keys.to(({ label }) => label === 'Play');
  await page.keyboard.press('Space');
  const at = () =>
    page.locator('main video').evaluate((clip: HTMLVideoElement) => clip.currentTime);
  await expect.poll(at).toBeGreaterThan(0);
  await keys.round();
  await page.keyboard.press('2');
  await expect(page.locator('#answer input').nth(1)).toBeChecked();
});

test('a place in the picture is marked by arrow keys', async ({ page, participant, server }) => {
  const api = await jumpToVideo(participant);
  await visit(page, server, await api.walk((path) => path.endsWith('/followup')));
  const keys = new Keyboard(page);
  await keys.to(({ label }) => label === 'Picture to mark a place in');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText(/^Marked at \d+% across and \d+% down$/)).toBeVisible();
  await participant.leave(() => keys.answer());
});
