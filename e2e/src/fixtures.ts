import { test as base, expect, type Page, type WorkerFixture } from '@playwright/test';
import type { Registration, Session, Tokens } from '../../web/src/api/schema.d.ts';
import { ApiUser } from './api-user.ts';
import { Participant, password } from './participant.ts';
import { type Route, routeOf, visit } from './routes.ts';
import { bundles, Server } from './server.ts';

export { expect };

/** The arms of the example study and of the small one. */
export type Group = 'control_0' | 'treatment_0' | 'treatment_1';

/** A worker's own server on a bundle, in the state that `prepare` sets up. */
export function serverOf(
  bundle: string,
  prepare: (server: Server) => Promise<void> = async () => {},
): [WorkerFixture<Server, object>, { scope: 'worker' }] {
  return [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const server = await Server.start(bundle);
      await prepare(server);
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ];
}

/**
 * For each worker that needs it, a server on the example study and one on the small study; and a participant of the
 * example study in a new browser.
 */
export const test = base.extend<{ participant: Participant }, { server: Server; small: Server }>({
  server: serverOf(bundles.example),
  small: serverOf(bundles.small),
  participant: async ({ page, server }, use) => {
    await use(new Participant(page, server));
  },
});

let fillers = 0;

/** Makes `group` the next one to be allocated: slots of other arms come last, like those that were released. */
export function nextIs(server: Server, group: string): void {
  server.change(`
    update allocation set claimed_at = null where state = 'free' and claimed_at = 1;
    update allocation set claimed_at = 1 where state = 'free' and claimed_at is null and arm <> '${group}';
  `);
}

/**
 * Registers a participant through the API, with additional fields in the request; agrees to later parts if
 * `comesBack`.
 */
export async function registered(
  server: Server,
  fields: Partial<Registration> = {},
  comesBack = false,
): Promise<Session & { username: string }> {
  const { version, ticks } = await server.call('get', '/api/study/consent');
  const all = Object.fromEntries(ticks.map(({ id }) => [id, comesBack || id !== 'contact_again']));
  const username = `filler-${process.pid}-${Date.now()}-${fillers++}`;
  const consent = { version, locale: 'en', ticks: all };
  const body = { username, password, consent, ...fields };
  return { ...(await server.call('post', '/api/auth/register', { body })), username };
}

/** Takes a participant of `group` to `route` through the API, then signs in here and opens that page. */
export async function jump(participant: Participant, group: Group, route: Route): Promise<ApiUser> {
  const api = await signedUp(participant, group);
  await land(participant, api, await api.walk((at) => routeOf(at) === route));
  return api;
}

/** The same for a question of Flow A with a medium of this kind; each participant has a random order. */
export async function jumpToMedia(
  participant: Participant,
  kind: 'video' | 'audio' | 'image',
): Promise<ApiUser> {
  const api = await signedUp(participant, 'treatment_0');
  await land(participant, api, await api.toMedia(kind));
  return api;
}

/** The same for a question with a video. */
export const jumpToVideo = (participant: Participant): Promise<ApiUser> =>
  jumpToMedia(participant, 'video');

/** A new participant who is allocated to `group`. */
async function signedUp(participant: Participant, group: Group): Promise<ApiUser> {
  const { server } = participant;
  nextIs(server, group);
  const who = await registered(server, {}, participant.comesBack);
  participant.username = who.username;
  return new ApiUser(server, who);
}

/** Signs the browser in as the API user, and opens that user's page. */
async function land(participant: Participant, api: ApiUser, path: string): Promise<void> {
  await adopt(participant, api.tokens);
  await visit(participant.page, participant.server, path);
}

/** Signs a browser in as a participant who registered through the API. Leaves the page that is open. */
export async function adopt(participant: Participant, tokens: Tokens): Promise<void> {
  // A page of the study would notice the other user, and reload while it is left.
  if (participant.page.url() !== 'about:blank') await participant.page.goto('about:blank');
  // In another page, so that the history of the test's page begins with the study; and once, so that a sign-out lasts.
  const aside = await participant.page.context().newPage();
  await aside.goto(`${participant.server.address}/robots.txt`);
  await storeTokens(aside, tokens);
  await aside.close();
}

/** Stores a session like the web app, for all tabs. */
export async function storeTokens(page: Page, tokens: Tokens): Promise<void> {
  await page.evaluate(({ access_token, refresh_token }) => {
    localStorage.setItem('refresh_token', refresh_token);
    localStorage.setItem('auth_token', access_token);
  }, tokens);
}

/** Delays files of the app until the returned function is called. */
export async function holdBack(page: Page, files: string): Promise<() => void> {
  let go = () => {};
  const gate = new Promise<void>((open) => {
    go = open;
  });
  await page.route(files, async (route) => {
    await gate;
    await route.continue();
  });
  return go;
}

/** Signs out with the user menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}
