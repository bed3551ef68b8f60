/**
 * Contrast in the bars that stay in view, measured in pixels while the page is scrolled under them: axe does not judge
 * text that something may cover, nor anything but text.
 */
import type { Locator, Page } from '@playwright/test';
import { adopt, expect, registered, test } from '../src/fixtures.ts';
import { wear } from '../src/looks.ts';
import { Participant } from '../src/participant.ts';
import { visit } from '../src/routes.ts';

type Box = { x: number; y: number; width: number; height: number };
type Colour = [red: number, green: number, blue: number];

/** With the parts of the way at which the page is scrolled; a desktop has the main button at the end of the page. */
const SIZES = {
  phone: { viewport: { width: 360, height: 640 }, scrolled: [0.3, 0.6] },
  desktop: { viewport: { width: 1280, height: 720 }, scrolled: [0.3, 1] },
};
/** WCAG 2.2, 1.4.3 and 1.4.11. */
const TEXT = 4.5;
const OTHER = 3;

/** Of a channel, from 0 to 255. */
const TRACE = 8;

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((eight) => {
    const part = eight / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function ratio(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colours in parts of a picture, the most frequent first, without those of fewer than four pixels. */
async function colours(reader: Page, picture: Buffer, boxes: Box[]): Promise<Colour[][]> {
  const data = `data:image/png;base64,${picture.toString('base64')}`;
  return reader.evaluate(
    async ([url, parts]) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return parts.map(({ x, y, width, height }) => {
        const pixels = context?.getImageData(x, y, width, height).data ?? [];
        const counts = new Map<string, number>();
        for (let at = 0; at < pixels.length; at += 4) {
          const colour = pixels.slice(at, at + 3).join();
          counts.set(colour, (counts.get(colour) ?? 0) + 1);
        }
        return [...counts]
          .filter(([, count]) => count >= 4)
          .sort(([, one], [, other]) => other - one)
          .map(([colour]) => colour.split(',').map(Number) as Colour);
      });
    },
    [data, boxes] as const,
  );
}

/** The largest difference of a channel, from 0 to 255, between two pictures of one size. */
async function difference(reader: Page, one: Buffer, other: Buffer): Promise<number> {
  const urls = [one, other].map((shot) => `data:image/png;base64,${shot.toString('base64')}`);
  return reader.evaluate(async (both) => {
    const read = async (url: string) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return Array.from(context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? []);
    };
    const [first = [], second = []] = await Promise.all(both.map(read));
    if (first.length === 0 || first.length !== second.length) return 255;
    return first.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - (second[at] ?? 0))),
      0,
    );
  }, urls);
}

/** The best contrast of a colour in the part with its most frequent one, which is the background. */
function best([background, ...others]: Colour[]): number {
  if (!background) throw new Error('an empty part of the picture');
  return Math.max(1, ...others.map((colour) => ratio(background, colour)));
}

const inside = ({ x, y, width, height }: Box): Box => ({
  x: x + 4,
  y: y + 4,
  width: width - 8,
  height: height - 8,
});
/** Across the edge at the left, and the strip beside it, where the focus is shown. */
const edge = ({ x, y, height }: Box): Box => ({
  x: x - 8,
  y: y + height / 2,
  width: 16,
  height: 4,
});
const beside = (box: Box): Box => ({ ...edge(box), x: box.x - 8, width: 8 });

/** A part of the bars: its name, what it belongs to, where it is measured, the least contrast. */
type Part = [string, Locator, (box: Box) => Box, number];

/** The contrast of each part that is in view. */
async function contrasts(page: Page, reader: Page, parts: Part[]): Promise<[string, number][]> {
  const height = page.viewportSize()?.height ?? 0;
  const shown: [string, Box][] = [];
  for (const [name, element, where] of parts) {
    const box = await element.boundingBox();
    if (box && box.y + box.height <= height) shown.push([name, where(box)]);
  }
  const boxes = shown.map(([, box]) => box);
  const found = await colours(reader, await page.screenshot(), boxes);
  return shown.map(([name], at) => [name, best(found[at] ?? [])]);
}

test('text, edges and focus in the bars, whatever is under them', async ({ page, small }) => {
  await adopt(new Participant(page, small), await registered(small));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page, small, '/pre-questionnaire');
  const send = page.locator('main form [type=submit]');
  await send.waitFor();
  const bar = page.getByRole('banner');
  const away = bar.getByRole('button', { name: 'Go to Dashboard' });
  const menu = bar.getByRole('button', { name: 'User menu' });
  const reader = await page.context().newPage();
  /** What has the focus, whether the main button is disabled, and what is measured then. */
  const states: [Locator, boolean, Part[]][] = [
    [
      send,
      false,
      [
        ['text of the main button', send, inside, TEXT],
        ['focus of the main button', send, beside, OTHER],
        ['text of the other button', away, inside, TEXT],
        ['edge of the main button', send, edge, OTHER],
        ['icon of the menu', menu, inside, OTHER],
      ],
    ],
    [
      away,
      true,
      [
        ['focus of the other button', away, beside, OTHER],
        ['text of the disabled button', send, inside, TEXT],
      ],
    ],
  ];
  const measured = new Set<string>();
  const scroll = (share: number) =>
    page.evaluate((part) => {
      const { scrollHeight, clientHeight } = document.documentElement;
      scrollTo(0, part * (scrollHeight - clientHeight));
    }, share);
  const measure = async (look: string, share: number) => {
    for (const [focused, disabled, parts] of states) {
      await focused.evaluate((one: HTMLElement) => one.focus({ preventScroll: true }));
      await send.evaluate((one, is) => one.setAttribute('aria-disabled', String(is)), disabled);
      await scroll(share);
      for (const [name, value] of await contrasts(page, reader, parts)) {
        measured.add(name);
        const least = parts.find(([other]) => other === name)?.[3] ?? TEXT;
        expect.soft(value, `${name}, ${look}, scrolled ${share}`).toBeGreaterThanOrEqual(least);
      }
    }
  };
  /** What the bars look like; a desktop has only the one at the top. */
  const bars = async ({ width, height }: { width: number; height: number }) => {
    const shots = [await page.screenshot({ clip: { x: 0, y: 0, width, height: 44 } })];
    const clip = { x: 0, y: height - 60, width, height: 60 };
    if (width < 640) shots.push(await page.screenshot({ clip }));
    return shots;
  };
  for (const [size, { viewport, scrolled }] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const theme of ['light', 'dark'] as const) {
      await wear(page, theme);
      await page.emulateMedia({ forcedColors: 'none' });
      const seen: Buffer[][] = [];
      for (const share of scrolled) {
        await measure(`${size}, ${theme}`, share);
        seen.push(await bars(viewport));
      }
      const [before = [], after = []] = seen;
      for (const [at, shot] of before.entries()) {
        const most = await difference(reader, shot, after[at] ?? shot);
        // The edge of a letter can differ by a trace between two pictures of the same bar.
        expect.soft(most, `what is under the bars, ${size}, ${theme}`).toBeLessThanOrEqual(TRACE);
      }
      await page.emulateMedia({ forcedColors: 'active', colorScheme: theme });
      await measure(`${size}, ${theme}, forced colours`, 0.3);
    }
  }
  const all = states.flatMap(([, , parts]) => parts.map(([name]) => name));
  expect([...measured].sort()).toEqual(all.sort());
});
