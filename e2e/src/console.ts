import { expect, type Locator, type Page } from '@playwright/test';
import { ApiUser } from './api-user.ts';
import type { Server } from './server.ts';

/** Unblinds the study, unless another test on the same server did. */
export async function unblind(study: Server): Promise<void> {
  const admin = new ApiUser(study, await study.signIn());
  const state = await admin.call('get', '/api/admin/unblinding');
  if (!state.unblinded)
    await admin.call('post', '/api/admin/unblinding', { body: { reason: 'Needed here' } });
}

/** The details of all entries in the audit log, as one text. */
export function logged(study: Server): string {
  return study
    .rows<{ details: string }>('select details from audit')
    .map((row) => row.details)
    .join();
}

/** Opens a page of the console and waits until its data are loaded. */
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

export async function countSimulated(page: Page): Promise<void> {
  await page.getByLabel('Count simulated participants').check();
}

/** The dialog that is open. */
export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Enters the reason for an action in its dialog, and confirms it. */
export async function confirm(page: Page, button: string, reason: string): Promise<void> {
  await dialog(page).getByLabel('Reason').fill(reason);
  await dialog(page).getByRole('button', { name: button, exact: true }).click();
}

/** The participant's code. */
export async function codeOf(participant: ApiUser): Promise<string> {
  const { code } = await participant.call('get', '/api/users/profile');
  if (!code) throw new Error('the account is not a participant');
  return code;
}
