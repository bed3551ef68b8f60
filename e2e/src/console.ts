import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { adminName, adminPassword, type Server } from './server.ts';

/** The administrator's tokens. */
export async function signedIn(request: APIRequestContext, study: Server) {
  const reply = await request.post(`${study.address}/api/auth/login`, {
    data: { username: adminName, password: adminPassword },
  });
  return reply.json();
}

/** Goes to a page of the console and waits until its data are there. */
export async function open(
  page: Page,
  study: Server,
  path: string,
  heading: string,
): Promise<void> {
  await page.goto(`${study.address}/admin${path}`);
  await there(page, heading);
}

export async function there(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
}

export async function withRobots(page: Page): Promise<void> {
  await page.getByLabel('Count simulated participants').check();
}
