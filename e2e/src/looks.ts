import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** This rule has one of these tags, but is off by default. */
const TARGET_SIZE = { 'target-size': { enabled: true } };

const PHONE = { width: 360, height: 740 };
const SMALL_PHONE = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 800 };

/** The variants in which every page is checked: a phone in dark and a desktop in light. The last one stays. */
const LOOKS = [
  { name: 'phone, dark', viewport: PHONE, theme: 'dark', rules: 'all' },
  { name: 'desktop, light', viewport: DESKTOP, theme: 'light', rules: 'all' },
] as const;

/**
 * The other two variants of the console, where tables and charts depend on the width. Only colours need a check there;
 * everything else was checked at the same width.
 */
const CROSSED = [
  { name: 'phone, light', viewport: PHONE, theme: 'light', rules: 'colours' },
  { name: 'desktop, dark', viewport: DESKTOP, theme: 'dark', rules: 'colours' },
] as const;
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe in the page itself, as pages have no frames, and reports only violations. The usual way opens an empty page
 * for each run, and takes three times as long.
 */
export function axe(page: Page): AxeBuilder {
  expect(page.frames(), 'frames would need the usual way').toHaveLength(1);
  return new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: TARGET_SIZE });
}

/**
 * Expects that axe reports no violations on the current page in any variant, and that nothing scrolls sideways, in
 * scripts of either direction. The page is not reloaded, so that its input stays.
 */
export async function clean(page: Page, where: string): Promise<void> {
  // Colours in a transition between themes would be measured wrongly.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const isConsole = /^(\/s\/[^/]+)?\/(admin|console)/.test(new URL(page.url()).pathname);
  const looks = isConsole ? [...CROSSED, ...LOOKS] : LOOKS;
  for (const { name, viewport, theme, rules } of looks) {
    await page.setViewportSize(viewport);
    await wear(page, theme);
    // Where the page happens to be scrolled, a control may be partly under the top bar.
    await page.evaluate(() => window.scrollTo(0, 0));
    // On a busy machine, the page needs its time to follow the size of the window.
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          requestAnimationFrame(() => requestAnimationFrame(() => done()));
        }),
    );
    const run = axe(page);
    const { violations } = await (rules === 'all'
      ? run.withTags(TAGS)
      : run.withRules(COLOURS)
    ).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    );
    expect.soft(found, `axe on ${where} (${name})`).toEqual([]);
    for (const direction of ['rtl', 'ltr'] as const) {
      const sideways = await page.evaluate((to) => {
        const root = document.documentElement;
        root.dir = to;
        return root.scrollWidth - root.clientWidth;
      }, direction);
      const seen = `${where} (${name}, ${direction}) scrolls sideways`;
      expect.soft(sideways, seen).toBeLessThanOrEqual(0);
    }
  }
}

/**
 * Expects that on phones no control is partly under the sticky bar at any scroll position, because a thumb that misses
 * it would press the bar's button (WCAG 2.2, 2.5.8). Returns whether the page has such a bar.
 */
export async function uncovered(page: Page, where: string): Promise<boolean> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  let bar = false;
  for (const viewport of [PHONE, SMALL_PHONE]) {
    await page.setViewportSize(viewport);
    const positions = await page.evaluate(partlyCovered);
    bar ||= positions !== null;
    const covered = new Set<string>();
    for (const top of positions ?? []) {
      await page.evaluate((at) => window.scrollTo(0, at), top);
      const { violations } = await axe(page).withRules(['target-size']).analyze();
      for (const { html } of violations.flatMap(({ nodes }) => nodes)) covered.add(html);
    }
    expect.soft([...covered], `${where}, ${viewport.width} px wide`).toEqual([]);
  }
  return bar;
}

/**
 * The scroll positions at which a control is partly under the sticky bar: with 8 and 20 px of it above or below the button. Of
 * controls that look alike, the first four. `null` on a page without such a bar. Runs in the page.
 */
function partlyCovered(): number[] | null {
  // Without the top bar, under which the text scrolls away.
  const header = document.querySelector('header')?.parentElement;
  if (header) header.style.position = 'static';
  const bar = [...document.querySelectorAll<HTMLElement>('main *')].find((element) => {
    const { position, bottom } = getComputedStyle(element);
    return position === 'sticky' && bottom === '0px' && element.querySelector('button, a');
  });
  if (!bar) return null;
  window.scrollTo(0, 0);
  const button = (bar.querySelector('button, a') ?? bar).getBoundingClientRect();
  const last = document.documentElement.scrollHeight - innerHeight;
  const positions = new Set<number>();
  const seen = new Map<string, number>();
  for (const control of document.querySelectorAll(
    'main :is(a, button, summary, input, select, textarea)',
  )) {
    const { top, bottom, height } = control.getBoundingClientRect();
    const kind = `${control.tagName} ${control.className}`;
    const before = seen.get(kind) ?? 0;
    if (bar.contains(control) || before === 4 || height === 0) continue;
    let found = false;
    for (const visible of [8, 20]) {
      for (const exact of [top + visible - button.top, bottom - visible - button.bottom]) {
        const at = Math.round(exact);
        if (height <= visible || at < 0 || at > last) continue;
        positions.add(at);
        found = true;
      }
    }
    if (found) seen.set(kind, before + 1);
  }
  return [...positions];
}

/** Words in table headings that wrap without a hyphen on a phone. */
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

/** Changes the theme like another tab: stores it and dispatches the event. */
export async function wear(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((value) => {
    localStorage.setItem('theme', value);
    // Events have the stored key, which a page below the path of a study does not see otherwise.
    const { pathId } = document.documentElement.dataset;
    const key = pathId ? `s/${pathId}:theme` : 'theme';
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}
