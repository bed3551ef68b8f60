import type { Locator, Page } from '@playwright/test';

/** The button that submits although the medium was not played or no evidence was opened. */
export const anyway = (page: Page): Locator => page.getByRole('button', { name: 'Answer anyway' });

/** Submits again if the page has held the answer back. The message is there as soon as the button was pressed. */
export async function answerAnyway(
  page: Page,
  press: 'click' | 'dblclick' = 'click',
): Promise<void> {
  if (await anyway(page).isVisible()) await anyway(page)[press]();
}
