import { test as base, expect, type WorkerFixture } from '@playwright/test';
import type { Group } from '../../web/src/api/schema.d.ts';
import { Participant, password } from './participant.ts';
import { Robot } from './robot.ts';
import { arrived, type Route, routeOf } from './routes.ts';
import { bundles, Server } from './server.ts';

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

/** Somebody who registered through the API and has not begun. */
export async function registered(
  server: Server,
): Promise<{ access_token: string; refresh_token: string; username: string }> {
  const consent = await fetch(`${server.address}/api/study/consent`).then((r) => r.json());
  const ticks = Object.fromEntries(consent.ticks.map((tick: { id: string }) => [tick.id, true]));
  const username = `filler-${process.pid}-${Date.now()}-${fillers++}`;
  const reply = await fetch(`${server.address}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username,
      password,
      consent: { version: consent.version, locale: 'en', ticks },
    }),
  });
  if (!reply.ok) throw new Error(await reply.text());
  return { ...(await reply.json()), username };
}

/** Somebody of `group` who has got as far as `route` by the API, signed in here and on that page. */
export async function jump(participant: Participant, group: Group, route: Route): Promise<Robot> {
  const robot = await somebody(participant, group);
  await land(participant, robot, await robot.walk((at) => routeOf(at) === route));
  return robot;
}

/** The same on a question of Flow A with a video: which question comes first is drawn for each person. */
export async function jumpToVideo(participant: Participant): Promise<Robot> {
  const robot = await somebody(participant, 'treatment_0');
  await land(participant, robot, await robot.toMedia('video'));
  return robot;
}

/** A newcomer whose turn it is to come into `group`. */
async function somebody(participant: Participant, group: Group): Promise<Robot> {
  const { server } = participant;
  await until(server, group);
  const who = await registered(server);
  participant.username = who.username;
  return new Robot(server, who);
}

/** Signs the browser in as the robot, and opens the page that it has reached. */
async function land(participant: Participant, robot: Robot, path: string): Promise<void> {
  await adopt(participant, robot.tokens);
  await participant.page.goto(`${participant.server.address}${path}`);
  await arrived(participant.page, path);
}

/** Signs a browser in as somebody who registered through the API. */
export async function adopt(
  participant: Participant,
  tokens: { access_token: string; refresh_token: string },
): Promise<void> {
  // Aside, so that the page's own history begins with the study; and once, so that a sign-out lasts.
  const aside = await participant.page.context().newPage();
  await aside.goto(`${participant.server.address}/robots.txt`);
  await aside.evaluate(
    ([access, refresh]) => {
      localStorage.setItem('auth_token', access ?? '');
      localStorage.setItem('refresh_token', refresh ?? '');
    },
    [tokens.access_token, tokens.refresh_token] as const,
  );
  await aside.close();
}
