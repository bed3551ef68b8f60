import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Has one of these tags, but is off unless it is named. */
const TARGET_SIZE = { 'target-size': { enabled: true } };

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

/** A phone in dark and a desktop in light: every page is looked at in both. The last one stays. */
const LOOKS = [
  { name: 'phone, dark', viewport: PHONE, theme: 'dark', rules: 'all' },
  { name: 'desktop, light', viewport: DESKTOP, theme: 'light', rules: 'all' },
] as const;

/**
 * The other two looks of the console, where tables and charts change with the width. Only colours can be
 * wrong there: everything else was looked at in the same width.
 */
const CROSSED = [
  { name: 'phone, light', viewport: PHONE, theme: 'light', rules: 'colours' },
  { name: 'desktop, dark', viewport: DESKTOP, theme: 'dark', rules: 'colours' },
] as const;
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Axe on the present page. It runs in the page itself, as pages have no frames, and describes nothing but
 * violations: the usual way opens an empty page for each run, and takes three times as long.
 */
export function axe(page: Page): AxeBuilder {
  expect(page.frames(), 'frames would need the usual way').toHaveLength(1);
  return new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: TARGET_SIZE });
}

/**
 * Axe finds nothing on the present page in any look, and nothing scrolls sideways. The page is
 * not loaded anew: what was filled in stays.
 */
export async function clean(page: Page, where: string): Promise<void> {
  // A colour on its way from one theme to the other is neither.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const looks = new URL(page.url()).pathname.startsWith('/admin') ? [...CROSSED, ...LOOKS] : LOOKS;
  for (const { name, viewport, theme, rules } of looks) {
    await page.setViewportSize(viewport);
    await wear(page, theme);
    const run = axe(page);
    const { violations } = await (rules === 'all'
      ? run.withTags(TAGS)
      : run.withRules(COLOURS)
    ).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    );
    expect.soft(found, `axe on ${where} (${name})`).toEqual([]);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(sideways, `${where} (${name}) scrolls sideways`).toBeLessThanOrEqual(0);
  }
}

/**
 * On a phone nothing to press lies partly under the page's button at the bottom, however far the page is scrolled: a thumb
 * that misses it would press the button (WCAG 2.2, 2.5.8).
 */
export async function uncovered(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(PHONE);
  // Left out: the top bar, under which the text scrolls away.
  await page.evaluate(() => {
    const bar = document.querySelector('header')?.parentElement;
    if (bar) bar.style.position = 'static';
  });
  const covered = new Set<string>();
  const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  for (let top = 0; top <= end; top += 20) {
    await page.evaluate((at) => window.scrollTo(0, at), top);
    const { violations } = await axe(page).withRules(['target-size']).analyze();
    for (const { html } of violations.flatMap(({ nodes }) => nodes)) covered.add(html);
  }
  expect.soft([...covered], where).toEqual([]);
}

/** Words of tables' headings that go on in the next line on a phone, without a hyphen. */
export async function brokenWords(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE);
  return page.locator('main table:visible').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT, (node) =>
        node.parentElement?.closest('thead th, tbody th:not(:has(a))')
          ? NodeFilter.FILTER_ACCEPT
          : NodeFilter.FILTER_SKIP,
      );
      const broken: string[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        for (const { 0: word, index } of text.data.matchAll(/\p{L}+/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
            broken.push(word);
        }
      }
      return broken;
    }),
  );
}

/** Changes the theme as another tab would: stored, and made known. */
async function wear(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((value) => {
    localStorage.setItem('theme', value);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: value }));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}
