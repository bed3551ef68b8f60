import type { Page } from '@playwright/test';
import type { PublicSection } from '../../web/src/api/schema.d.ts';
import { type Answers, answerAny, isShown } from './items.ts';

/** The answers to the items of a section that are shown; conditions may also read the earlier answers `known`. */
export function answersTo(section: PublicSection, known: Answers): Answers {
  const chosen: Answers = {};
  for (const item of section.items) {
    if (isShown(item, { ...known, ...chosen })) Object.assign(chosen, answerAny(item));
  }
  return chosen;
}

/** Fills in a section and returns its answers. */
export async function fillSection(
  page: Page,
  section: PublicSection,
  known: Answers,
): Promise<Answers> {
  const chosen = answersTo(section, known);
  for (const [variable, value] of Object.entries(chosen)) await enter(page, variable, value);
  return chosen;
}

/** Enters a value with the controls of a variable: the element with its name as ID, or those in it. */
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
    // An unanswered slider is in the middle, so selecting the middle alone would change nothing.
    if (type === 'range') await first.press('Home');
    await first.fill(String(value));
  }
}
