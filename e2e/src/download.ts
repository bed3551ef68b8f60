import type { Download, Locator, Page } from '@playwright/test';

/** Presses a button and returns the file that the browser downloads. */
export async function downloaded(page: Page, button: Locator): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    // A download begins as a navigation that never ends; the click must not wait for it.
    button.click({ noWaitAfter: true }),
  ]);
  return file;
}
