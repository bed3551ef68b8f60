import { expect, type Page } from '@playwright/test';
import type { Server } from './server.ts';

/** Every route of the specification's section 2, with the friendly name of its page. */
export const ROUTES = {
  '/': 'Original or Altered?',
  '/consent': 'Consent',
  '/auth': 'Sign in or register',
  '/pre-questionnaire': 'First questions',
  '/post-questionnaire': 'Last questions',
  '/end': 'Thank you',
  '/treatment-questionnaire': 'Before the exercise',
  '/home': 'Try-out',
  '/home-right': 'Try-out, right answer',
  '/home-wrong': 'Try-out, wrong answer',
  '/dashboard': 'Dashboard',
  '/profile': 'Profile',
  '/control-flow': 'Clips',
  '/flow-a/start': 'Exercise',
  '/flow-a/question/*': 'Exercise question',
  '/flow-a/question/*/followup': 'Exercise follow-up',
  '/flow-a/question/*/correct': 'Right answer',
  '/flow-a/question/*/incorrect': 'Wrong answer',
  '/flow-a/interim': 'Exercise, halfway',
  '/flow-a/end': 'Exercise, end',
  '/flow-b/start/*': 'Persona',
  '/flow-b/question/*': 'Post',
  '/flow-b/question/*/correct': 'Post, right answer',
  '/flow-b/question/*/incorrect': 'Post, wrong answer',
} as const;

export type Route = keyof typeof ROUTES;

/** The route that a path belongs to. */
export function routeOf(path: string): Route {
  const route = path.replace(/^(\/flow-[ab]\/(?:question|start))\/[^/]+/, '$1/*');
  if (!(route in ROUTES)) throw new Error(`the specification has no route ${route}`);
  return route as Route;
}

/** Waits until the page at `path` is there as a whole: its address, its name, its content. */
export async function arrived(page: Page, path: string): Promise<void> {
  // Waits for the browser's event, because polling the address costs up to a second for each page.
  await page.waitForURL((url) => url.pathname === path, { timeout: 30_000, waitUntil: 'commit' });
  await expect
    .poll(() => page.evaluate(present), { timeout: 30_000, intervals: [25, 50, 100] })
    .toEqual(complete(path));
}

/** What `present` returns once the page at `path` is complete. */
export function complete(path: string): ReturnType<typeof present> {
  return { name: ROUTES[routeOf(path)], heading: true, loading: false };
}

/** Opens a page of the study and waits until it is complete. */
export async function visit(page: Page, { address }: Server, path: string): Promise<void> {
  await page.goto(`${address}${path}`);
  await arrived(page, path);
}

/** The page's friendly name, and whether it is still loading. Runs in the page. */
export function present(): { name: string | undefined; heading: boolean; loading: boolean } {
  const heading = document.querySelector('main h1');
  return {
    name: document.title.split(' · ')[0],
    heading: heading !== null && heading.textContent !== 'Your last answer is being sent',
    loading: [...document.querySelectorAll('[role=status]')].some(
      (status) => status.textContent === 'Loading...',
    ),
  };
}
