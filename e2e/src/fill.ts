import type { Page } from '@playwright/test';
import type { PublicSection } from '../../web/src/api/schema.d.ts';
import { type Answers, answerAny, isShown } from './items.ts';

/** Fills in one section and returns its answers; conditions may also read what was `known` before. */
export async function fillSection(
  page: Page,
  section: PublicSection,
  known: Answers,
): Promise<Answers> {
  const chosen: Answers = {};
  for (const item of section.items) {
    if (!isShown(item, { ...known, ...chosen })) continue;
    const answers = answerAny(item);
    for (const [variable, value] of Object.entries(answers)) await enter(page, variable, value);
    Object.assign(chosen, answers);
  }
  return chosen;
}

/** Enters a value by whatever controls the variable has: the element with its name as id, or those in it. */
async function enter(page: Page, variable: string, value: unknown): Promise<void> {
  const controls = page
    .locator(`[id="${variable}"], [id="${variable}"] *`)
    .and(page.locator('input, select, textarea'));
  const first = controls.first();
  const type = await first.evaluate((control: HTMLInputElement) => control.type);
  if (type === 'radio' || type === 'checkbox') {
    for (const one of [value].flat()) await controls.and(page.locator(`[value="${one}"]`)).check();
  } else if (type === 'select-one') {
    await first.selectOption(String(value));
  } else {
    // A slider is in the middle before it is answered: the middle alone would change nothing.
    if (type === 'range') await first.press('Home');
    await first.fill(String(value));
  }
}
