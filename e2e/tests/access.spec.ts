/**
 * States that no journey shows, in both variants: messages, errors, dialogs, open menus and details, no connection,
 * failed media, earlier pages. The journeys check every page in its usual state.
 */
import type { Page } from '@playwright/test';
import { ApiUser } from '../src/api-user.ts';
import {
  adopt,
  expect,
  type Group,
  jump,
  jumpToVideo,
  registered,
  signOut,
  test,
} from '../src/fixtures.ts';
import { clean, uncovered } from '../src/looks.ts';
import { password } from '../src/participant.ts';
import { arrived, type Route, routeOf, visit } from '../src/routes.ts';
import { adminName, adminPassword } from '../src/server.ts';

/** Opens all closed details. */
async function openDetails(page: Page): Promise<void> {
  const closed = page.locator('main details:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
}

/** Submits the empty form. */
async function submitEmpty(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('alert').first()).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
}

test('consent: everything open, ticks missing, declined', async ({ page, server }) => {
  await visit(page, server, '/consent');
  await openDetails(page);
  await submitEmpty(page, 'I agree, continue');
  await clean(page, 'consent with errors');
  await page.getByRole('button', { name: 'I do not want to take part' }).click();
  await expect(page.getByRole('button', { name: 'Back to the information' })).toBeVisible();
  await clean(page, 'declined');
});

test('forced colours show which answers are chosen', async ({ participant }) => {
  const { page } = participant;
  await jump(participant, 'control_0', '/pre-questionnaire');
  await page.emulateMedia({ forcedColors: 'active' });
  const ticks = page.getByRole('checkbox');
  while ((await ticks.count()) === 0) await participant.step();
  await participant.fillPage();
  for (const kind of ['checkbox', 'radio'] as const) {
    const looks = await page.getByRole(kind).evaluateAll((inputs) =>
      inputs.map((input) => {
        const face = input.nextElementSibling ?? input;
        const drawn = [face, ...face.querySelectorAll('*')].map((part) => {
          const { backgroundColor, color, visibility } = getComputedStyle(part);
          return `${part.tagName} ${backgroundColor} ${color} ${visibility}`;
        });
        const { checked, name } = input as HTMLInputElement;
        return { checked, name, drawn: drawn.join() };
      }),
    );
    expect(looks.some(({ checked }) => checked)).toBe(true);
    const of = (name: string, checked: boolean) =>
      looks.filter((one) => one.name === name && one.checked === checked);
    for (const { name, drawn } of looks.filter(({ checked }) => checked)) {
      expect(of(name, false).map((other) => other.drawn)).not.toContain(drawn);
    }
  }
  const [shown, all] = await ticks.evaluateAll((inputs) => {
    const icons = inputs.map((input) => input.nextElementSibling?.querySelector('svg'));
    const visible = icons.filter((icon) => icon && getComputedStyle(icon).visibility === 'visible');
    return [visible.length, inputs.filter((input) => (input as HTMLInputElement).checked).length];
  });
  expect(shown).toBe(all);
});

test('sign-in and registration: empty, and rejected', async ({ page, participant, server }) => {
  await visit(page, server, '/auth');
  await clean(page, 'sign-in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Enter your username')).toBeVisible();
  await clean(page, 'sign-in with errors');
  await participant.signIn('nobody-here', 'some wrong password');
  await expect(page.getByText('Login failed').first()).toBeVisible();
  await clean(page, 'sign-in rejected');
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Choose a username of 3 to 64 characters')).toBeVisible();
  await clean(page, 'registration with errors');
});

test('section: errors, menu, leaving, offline, sign-out', async ({ page, participant, server }) => {
  await adopt(participant, await registered(server));
  await visit(page, server, '/pre-questionnaire');
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await clean(page, 'user menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave for now' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave for now?' })).toBeVisible();
  await clean(page, 'leaving');
  await page.getByRole('button', { name: 'Stay here' }).click();
  await submitEmpty(page, 'Continue');
  await clean(page, 'section with errors');
  await page.context().setOffline(true);
  await participant.fillPage();
  await participant.goOn();
  await expect(page.getByText('No connection.')).toBeVisible();
  await clean(page, 'section without connection');
  await signOut(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await clean(page, 'signing out with answers that wait');
});

test('each section: the error summary links to fields', async ({ page, participant, server }) => {
  const api = new ApiUser(server, await registered(server));
  await adopt(participant, api.tokens);
  const { sections } = await api.questionnaire('pre');
  for (const section of sections) {
    await page.goto(`${server.address}/pre-questionnaire`);
    const { counter } = section;
    const name = counter ? new RegExp(`${counter.number} of ${counter.total}$`) : section.title;
    await participant.readInstructions();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await submitEmpty(page, 'Continue');
    await expect.soft(page.locator('main label:has(input):visible')).not.toHaveCount(0);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      expect.soft(await page.evaluate(tooSmall), `${section.id}, ${width} px`).toEqual([]);
    }
    await page.getByRole('alert').getByRole('link').last().click();
    await expect(page.locator('main :is(input, select, textarea):focus')).toBeVisible();
    await api.section('pre');
  }
});

/**
 * Options that are invisible, or smaller than 40 px: the size of a thumb, above the required 24 px (WCAG 2.2, 2.5.8).
 * Points of a scale may be 24 px wide, so that a scale from 0 to 10 is one row on a phone. Runs in the page.
 */
function tooSmall(): string[] {
  return [...document.querySelectorAll('main label:has(input)')]
    .filter((label) => {
      const { width, height } = label.getBoundingClientRect();
      const scale = label.className.includes('likert__segment');
      return width < (scale ? 24 : 40) || height < 40;
    })
    .map((label) => label.outerHTML.slice(0, 120));
}

test('Flow A: errors, region, failed media, review', async ({ page, participant, server }) => {
  const api = await jumpToVideo(participant);
  const question = participant.path;
  await submitEmpty(page, 'Continue');
  await clean(page, 'question with errors');
  await page.route('**/api/media/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('This could not be played')).toBeVisible();
  await page.getByRole('button', { name: 'Continue without' }).click();
  await clean(page, 'medium that failed');
  await page.unroute('**/api/media/**');
  const followup = await api.walk((path) => path.endsWith('/followup'));
  await visit(page, server, followup);
  await page.getByLabel('Picture to mark a place in').click();
  await expect(page.getByText(/^Marked at/)).toBeVisible();
  await clean(page, 'follow-up with a mark');
  await api.walk((path) => path.startsWith('/flow-a/question/') && !path.startsWith(question));
  await page.goto(`${server.address}${question}`);
  await expect(page.getByText('You have answered this.')).toBeVisible();
  await clean(page, 'question to look back at');
  await page.route('**/api/flow-a/questions*', (route) => route.fulfill({ status: 500 }));
  await page.reload();
  await expect(page.getByText('This page could not be loaded')).toBeVisible();
  await clean(page, 'page that failed');
});

test('Flow B: everything checked', async ({ page, participant }) => {
  await jump(participant, 'treatment_1', '/flow-b/question/*');
  await openDetails(page);
  await clean(page, 'post with its evidence');
  await submitEmpty(page, 'Check my answer');
  await clean(page, 'post with errors');
});

/**
 * Every page inside the study, after right and after wrong answers, in the order in which an arm gets there; and those
 * whose button is in the text, where there are other ways on.
 */
const PAGES: [Group, Route[], Route[]][] = [
  ['control_0', ['/pre-questionnaire', '/control-flow', '/post-questionnaire', '/end'], ['/end']],
  [
    'treatment_0',
    [
      '/home',
      '/home-right',
      '/treatment-questionnaire',
      '/flow-a/start',
      '/flow-a/question/*',
      '/flow-a/question/*/followup',
      '/flow-a/question/*/correct',
    ],
    ['/home', '/flow-a/question/*/followup'],
  ],
  // Of another participant: the question with a video may come after the interim page.
  [
    'treatment_0',
    ['/flow-a/interim', '/flow-a/question/*/incorrect', '/flow-a/end'],
    ['/flow-a/end'],
  ],
  [
    'treatment_1',
    [
      '/home',
      '/home-wrong',
      '/dashboard',
      '/flow-b/start/*',
      '/flow-b/question/*',
      '/flow-b/question/*/correct',
      '/flow-b/question/*/incorrect',
    ],
    ['/home', '/dashboard', '/flow-b/question/*'],
  ],
];
for (const [group, routes, inText] of PAGES) {
  test(`on a phone the sticky button hides no control of ${group}'s pages from ${routes[0]}`, async ({
    page,
    participant,
    server,
  }) => {
    const [first, ...more] = routes;
    const api = await jump(participant, group, first ?? '/home');
    if (routes.includes('/home-wrong')) api.practice = 'altered';
    const bars: Route[] = [];
    if (await uncovered(page, first ?? '')) bars.push(first ?? '/');
    for (const route of more) {
      // Its follow-up page has the most controls.
      if (route === '/flow-a/question/*') await api.toMedia('video');
      const path = await api.walk((at) => routeOf(at) === route);
      await visit(page, server, path);
      if (await uncovered(page, route)) bars.push(route);
      if (route !== '/post-questionnaire') continue;
      await participant.readInstructions();
      expect(await uncovered(page, 'the first clip')).toBe(true);
    }
    expect(bars).toEqual(routes.filter((route) => !inText.includes(route)));
  });
}

test('on a phone no sticky button covers the details of a consent that is read again', async ({
  page,
  participant,
  server,
}) => {
  await adopt(participant, await registered(server));
  await page.goto(`${server.address}/consent`);
  await arrived(page, '/consent');
  await expect(page.getByRole('main').getByRole('link', { name: 'Continue' })).toBeVisible();
  expect(await uncovered(page, '/consent, read again')).toBe(false);
});

const DASHBOARDS: [Group, Route][] = [
  ['control_0', '/control-flow'],
  ['treatment_0', '/flow-a/interim'],
  ['treatment_1', '/flow-b/question/*'],
];
for (const [group, route] of DASHBOARDS) {
  test(`the dashboard of ${group}, half-way`, async ({ page, participant, server }) => {
    await jump(participant, group, route);
    if (route === '/control-flow') {
      // The opening questions rate nothing.
      await submitEmpty(page, 'Continue');
      await clean(page, 'opening questions with errors');
    }
    await visit(page, server, '/dashboard');
    await clean(page, `dashboard of ${group}`);
    await uncovered(page, `dashboard of ${group}, half-way`);
  });
}

test('the dashboard and the profile of the admin', async ({ page, participant, server }) => {
  await visit(page, server, '/auth');
  await participant.signIn(adminName, adminPassword);
  await expect(page).toHaveURL(/\/admin$/);
  await page.getByRole('button', { name: 'Participants’ pages' }).click();
  await arrived(page, '/dashboard');
  await clean(page, 'dashboard of the admin');
  await visit(page, server, '/profile');
  await clean(page, 'profile of the admin');
});

test('the end, with all that can be opened', async ({ page, participant }) => {
  await jump(participant, 'treatment_0', '/end');
  await openDetails(page);
  await clean(page, 'debrief');
});

test('the end of the control group: clips and exercise', async ({ page, participant }) => {
  await jump(participant, 'control_0', '/end');
  // A practice item, 8 judgements before and 20 after; and 16 clips that were rated.
  await page.getByRole('button', { name: 'Show all 45' }).click();
  await clean(page, 'debrief of the comparison group');

  // By keyboard only: no choice, the choice, its feedback, the next item.
  const press = async (name: string, key = 'Enter') => {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press(key);
  };
  await press('Practise with 16 clips');
  await expect(page.getByRole('heading', { name: 'Example 1 of 16' })).toBeFocused();
  await press('Check my answer');
  await expect(page.getByText('Choose an answer first.')).toBeVisible();
  await clean(page, 'practice without a choice');
  const first = page.getByRole('radio', { name: 'Original' });
  await expect(first).toBeFocused();
  await page.keyboard.press('Space');
  await press('Check my answer');
  await expect(page.getByRole('heading', { name: /^(Correct|Not quite)$/ })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '1 of 16 done' })).toBeVisible();
  await clean(page, 'practice with its verdict');
  await press('Next example');
  await expect(page.getByRole('heading', { name: 'Example 2 of 16' })).toBeFocused();
  await press('Stop practising');
  await expect(
    page.getByRole('heading', { name: 'The exercise of the other groups' }),
  ).toBeFocused();

  await press('Practise with 16 posts');
  await openDetails(page);
  await clean(page, 'practice with a post and its evidence');
});

test('profile: message, withdrawing, signing in again', async ({ page, participant, server }) => {
  const person = await registered(server);
  await adopt(participant, person);
  await visit(page, server, '/profile');
  await page.getByRole('button', { name: 'Save' }).first().click();
  // A message stays while its button is focused.
  await page.getByRole('button', { name: 'Close message' }).focus();
  await clean(page, 'message');
  await expect(page.getByText('Your name was saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw from the study' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('radio').first().check();
  await clean(page, 'withdrawing');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You have withdrawn' })).toBeVisible();
  await clean(page, 'withdrawn');
  await page.goto(`${server.address}/auth`);
  await participant.signIn(person.username, password);
  await arrived(page, '/profile');
  await expect(page.getByText('You have left the study')).toBeVisible();
  await clean(page, 'signed in after withdrawing');
  await page.goto(`${server.address}/home`);
  await arrived(page, '/profile');
});

test('the sign-in reports that the session has ended', async ({ page, participant, server }) => {
  await adopt(participant, await registered(server));
  await visit(page, server, '/profile');
  // In one step, so that no other call notices before.
  await page.evaluate(() => {
    localStorage.setItem('auth_token', 'over');
    localStorage.setItem('refresh_token', 'over');
    document.querySelector<HTMLElement>('main form [type=submit]')?.click();
  });
  await arrived(page, '/auth');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await clean(page, 'session that has ended');
});
