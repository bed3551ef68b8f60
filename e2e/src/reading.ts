import { expect, type Page } from '@playwright/test';
import { axe } from './looks.ts';

/** Other ways of reading that a page must support (WCAG 2.2: 1.4.4, 1.4.10, 1.4.12). */
const WAYS = [
  // Reflow: a desktop at 400 %.
  { name: '320 px', width: 320, height: 640, css: '' },
  { name: 'text of 200 %', width: 1280, height: 800, css: 'html { font-size: 200% !important }' },
  // The figures are those of the success criterion.
  {
    name: 'text spacing',
    width: 360,
    height: 740,
    css: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`,
  },
] as const;

/**
 * Expects that no content of the current page is lost in any way of reading, and that the focus is visible in forced
 * colours.
 */
export async function readable(page: Page, where: string): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  for (const { name, width, height, css } of WAYS) {
    await page.setViewportSize({ width, height });
    await page.evaluate(wear, css);
    const lost = await page.evaluate(whatIsLost);
    expect.soft(lost, `${where} with ${name}`).toEqual([]);
  }
  await page.evaluate(wear, '');
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 800 });
  const { violations } = await axe(page).withRules(['color-contrast']).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  expect.soft(found, `contrast on ${where} in forced colours`).toEqual([]);
  await page.keyboard.press('Tab');
  expect.soft(await page.evaluate(focusShown), `${where}: focus in forced colours`).toBe(true);
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
}

/** Applies the reader's own styles. The page's policy rejects a style element. Runs in the page. */
function wear(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

/** Content that scrolls sideways, and words that a box cuts off without scrolling. Runs in the page. */
function whatIsLost(): string[] {
  const lost = new Set<string>();
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) lost.add(`scrolls sideways: ${root.scrollWidth} px`);
  // Text for screen readers only is in a box of one pixel on purpose.
  const unseen = (box: Element) => box.clientWidth <= 1 && box.clientHeight <= 1;
  const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.textContent?.trim() || !text.parentElement?.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const words = range.getBoundingClientRect();
    for (
      let box: Element | null = text.parentElement;
      box && box !== root;
      box = box.parentElement
    ) {
      const { overflowX, overflowY, display } = getComputedStyle(box);
      if (display !== 'inline' && unseen(box)) break;
      const edge = box.getBoundingClientRect();
      const aside = words.right > edge.right + 1 || words.left < edge.left - 1;
      const below = words.bottom > edge.bottom + 1 || words.top < edge.top - 1;
      if ((aside && cuts(overflowX)) || (below && cuts(overflowY)))
        lost.add(`'${text.textContent}' is cut off by ${box.outerHTML.slice(0, 120)}`);
    }
  }
  return [...lost];
}

/** Forced colours remove shadows; an outline or a border stays. Runs in the page. */
function focusShown(): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return false;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
}
