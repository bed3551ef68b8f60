import { expect, type Locator, type Page } from '@playwright/test';
import {
  type Item,
  isShown,
  number as numberOf,
  one,
  pick,
  point as pointOf,
  type Section,
} from './items.ts';

/**
 * Fills in one section as a person would: by the names on the screen. Returns what was chosen;
 * conditions may also read what was `known` before.
 */
export async function fillSection(
  page: Page,
  section: Section,
  known: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const chosen: Record<string, unknown> = {};
  for (const item of section.items) {
    if (item.kind === 'information' || !isShown(item, { ...known, ...chosen })) continue;
    Object.assign(chosen, await fillItem(page, item));
  }
  return chosen;
}

async function fillItem(page: Page, item: Item): Promise<Record<string, unknown>> {
  switch (item.kind) {
    case 'single':
      return { [item.id]: await choose(page, item) };
    case 'multiple':
      return { [item.id]: await tick(page, item) };
    case 'likert':
    case 'confidence':
      return { [item.id]: await point(group(page, item.label), item) };
    case 'matrix':
      return rows(page, item);
    case 'slider':
      return { [item.id]: await slide(page, item) };
    case 'number':
      return { [item.id]: await number(page, item) };
    case 'text':
      return { [item.id]: await words(page, item) };
    case 'date':
      return { [item.id]: await day(page, item) };
    case 'judgement':
      return judge(page, item);
    default:
      throw new Error(`the walker does not know items of kind ${item.kind}`);
  }
}

function group(page: Page, label: string): Locator {
  return page.getByRole('group', { name: label, exact: true }).first();
}

async function choose(page: Page, item: Item): Promise<string> {
  const option = one(item.id, item.options ?? []);
  const inside = page.locator(`[id="${item.id}"]`);
  const select = inside.locator('select');
  if (await select.count()) await select.selectOption({ label: option.label });
  else await inside.locator(`input[type=radio][value="${option.value}"]`).check();
  return option.value;
}

async function tick(page: Page, item: Item): Promise<string[]> {
  const options = (item.options ?? []).filter((option) => !option.exclusive);
  const from = pick(item.id, Math.max(1, options.length - 1));
  const count = Math.max(1, Number(item.min ?? 1));
  const taken = options.slice(from, from + count);
  while (taken.length < count) {
    const next = options.find((option) => !taken.includes(option));
    if (!next) break;
    taken.push(next);
  }
  for (const option of taken) {
    await page.locator(`[id="${item.id}"] input[type=checkbox][value="${option.value}"]`).check();
  }
  return taken.map((option) => option.value);
}

async function point(within: Locator, item: Item, key = item.id): Promise<number> {
  const value = pointOf(key, item.points ?? []);
  await within.locator(`input[type=radio][value="${value}"]`).check();
  return value;
}

async function rows(page: Page, item: Item): Promise<Record<string, number>> {
  const chosen: Record<string, number> = {};
  for (const row of item.rows ?? []) {
    chosen[row.id] = await point(page.locator(`[id="${row.id}"]`), item, row.id);
  }
  return chosen;
}

/** Without dragging: the arrow keys. */
async function slide(page: Page, item: Item): Promise<number> {
  const slider = page.locator(`[id="${item.id}"] input[type=range]`);
  await slider.focus();
  await slider.press('ArrowRight');
  return Number(await slider.inputValue());
}

async function number(page: Page, item: Item): Promise<number> {
  const low = Number(item.min ?? 0);
  const high = Number(item.max ?? low + 50);
  const value = numberOf(item.id, low, Math.max(1, Math.floor(high - low) + 1));
  await field(page, item).fill(String(value));
  return value;
}

async function words(page: Page, item: Item): Promise<string> {
  const text = `Words for ${item.id}: "quoted", äöü, 漢字 =1+1`.padEnd(
    Number(item.minLength ?? 0),
    '.',
  );
  const value = text.slice(0, Number(item.maxLength ?? 200));
  await field(page, item).fill(value);
  return value;
}

async function day(page: Page, item: Item): Promise<string> {
  const value = String(item.max ?? item.min ?? '2026-03-14');
  await field(page, item).fill(value);
  return value;
}

function field(page: Page, item: Item): Locator {
  return page.locator(
    `input[id="${item.id}"], textarea[id="${item.id}"], [id="${item.id}"] input, [id="${item.id}"] textarea`,
  );
}

async function judge(page: Page, item: Item): Promise<Record<string, unknown>> {
  const box = page.locator(`[id="${item.id}"]`);
  const option = one(item.id, item.options ?? []);
  await box.locator(`input[type=radio][value="${option.value}"]`).check();
  const chosen: Record<string, unknown> = { [item.id]: option.value };
  if (item.confidence) {
    const sure = 50 + 10 * pick(`${item.id}?`, 6);
    await page.locator(`[id="${item.id}_confidence"] input[value="${sure}"]`).check();
    chosen[`${item.id}_confidence`] = sure;
  }
  if (item.sharing) {
    const share = 1 + pick(`${item.id}!`, 6);
    await page.locator(`[id="${item.id}_sharing"] input[value="${share}"]`).check();
    chosen[`${item.id}_sharing`] = share;
  }
  expect(option.value).toBeTruthy();
  return chosen;
}
