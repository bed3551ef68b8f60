import { test as base, expect, type Page, type WorkerFixture } from '@playwright/test';
import type { Group } from '../../web/src/api/schema.d.ts';
import { ApiUser } from './api-user.ts';
import { Participant, password } from './participant.ts';
import { type Route, routeOf, visit } from './routes.ts';
import { bundles, Server, type Tokens } from './server.ts';

export type { Group };
export { expect };

/** A worker's own server on a bundle, in the state that `prepare` leaves it in. */
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
 * A server on the example study and one on the small one, for each worker that asks for it, and a
 * participant of the example study in a fresh browser.
 */
export const test = base.extend<{ participant: Participant }, { server: Server; small: Server }>({
  server: serverOf(bundles.example),
  small: serverOf(bundles.small),
  participant: async ({ page, server }, use) => {
    await use(new Participant(page, server));
  },
});

interface Consent {
  version: string;
  ticks: { id: string }[];
}

type Session = Tokens & { user: { code: string } };

let fillers = 0;

/**
 * Makes `group` the next one to be allocated: others register before. Nothing but registering gives a
 * group, so the test does what a class that fills up does.
 */
export async function until(server: Server, group: Group): Promise<void> {
  for (let tries = 0; tries < 30; tries++) {
    const [next] = server.rows<{ arm: string }>(
      "select arm from allocation where state = 'free' order by claimed_at is not null, number limit 1",
    );
    if (next?.arm === group) return;
    await registered(server);
  }
  throw new Error(`the schedule has no ${group} within 30 places`);
}

/** A participant who registered through the API and has not begun, with these fields beside the usual ones. */
export async function registered(
  server: Server,
  fields: Record<string, unknown> = {},
): Promise<Session & { username: string }> {
  const { version, ticks } = await server.call<Consent>('GET', '/api/study/consent');
  const all = Object.fromEntries(ticks.map(({ id }) => [id, true]));
  const username = `filler-${process.pid}-${Date.now()}-${fillers++}`;
  const consent = { version, locale: 'en', ticks: all };
  const body = { username, password, consent, ...fields };
  return { ...(await server.call<Session>('POST', '/api/auth/register', body)), username };
}

/** Somebody of `group` who has got as far as `route` by the API, signed in here and on that page. */
export async function jump(participant: Participant, group: Group, route: Route): Promise<ApiUser> {
  const api = await somebody(participant, group);
  await land(participant, api, await api.walk((at) => routeOf(at) === route));
  return api;
}

/** The same on a question of Flow A with a video: which question comes first is drawn for each person. */
export async function jumpToVideo(participant: Participant): Promise<ApiUser> {
  const api = await somebody(participant, 'treatment_0');
  await land(participant, api, await api.toMedia('video'));
  return api;
}

/** A newcomer whose turn it is to come into `group`. */
async function somebody(participant: Participant, group: Group): Promise<ApiUser> {
  const { server } = participant;
  await until(server, group);
  const who = await registered(server);
  participant.username = who.username;
  return new ApiUser(server, who);
}

/** Signs the browser in as the API user, and opens the page that it has reached. */
async function land(participant: Participant, api: ApiUser, path: string): Promise<void> {
  await adopt(participant, api.tokens);
  await visit(participant.page, participant.server, path);
}

/** Signs a browser in as a participant who registered through the API. */
export async function adopt(participant: Participant, tokens: Tokens): Promise<void> {
  // Aside, so that the page's own history begins with the study; and once, so that a sign-out lasts.
  const aside = await participant.page.context().newPage();
  await aside.goto(`${participant.server.address}/robots.txt`);
  await storeTokens(aside, tokens);
  await aside.close();
}

/** Stores a session as the web app does, where all tabs read it. */
export async function storeTokens(page: Page, tokens: Tokens): Promise<void> {
  await page.evaluate(({ access_token, refresh_token }) => {
    localStorage.setItem('refresh_token', refresh_token);
    localStorage.setItem('auth_token', access_token);
  }, tokens);
}

/** Holds back files of the app until the returned function is called. */
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

/** Signs out by the user menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}
