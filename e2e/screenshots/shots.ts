/**
 * The folder of screenshots and its index. `STUDY` names the study's folder (default: the example), `SCREENSHOTS` the
 * folder that is written.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { wear } from '../src/looks.ts';
import { bundles } from '../src/server.ts';

const repository = resolve(import.meta.dirname, '../..');
export const study = process.env.STUDY ? resolve(repository, process.env.STUDY) : bundles.example;
const folder = resolve(repository, process.env.SCREENSHOTS ?? 'target/screenshots');

export const SIZES = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
} as const;

export interface Shot {
  /** An arm, or `states`. */
  group: string;
  /** In the order of participation. */
  at: number;
  page: string;
  /** Whether a page of this kind was taken before, so that the index can leave it out. */
  repeated: boolean;
  variant: string;
  file: string;
}

/** A context's page in one language and size; it is taken in both themes. */
export interface Variant {
  locale: string;
  size: keyof typeof SIZES;
}

/** All variants of a study with these languages. */
export const variantsOf = (locales: { tag: string }[]): Variant[] =>
  locales.flatMap(({ tag }) =>
    (Object.keys(SIZES) as Variant['size'][]).map((size) => ({ locale: tag, size })),
  );

/** Takes the whole page in both themes once it is loaded. */
export async function shoot(
  page: Page,
  { locale, size }: Variant,
  of: Omit<Shot, 'variant' | 'file'>,
): Promise<Shot[]> {
  await settled(page);
  const shots: Shot[] = [];
  for (const theme of ['dark', 'light'] as const) {
    await wear(page, theme);
    const variant = `${locale}, ${theme}, ${size}`;
    const file = `${of.group}/${String(of.at).padStart(3, '0')} ${variant}.png`;
    await page.screenshot({ path: join(folder, file), fullPage: true });
    shots.push({ ...of, variant, file });
  }
  return shots;
}

/** What the console shows in place of data that it does not have yet. */
const LOADING = /being computed|^Loading|(wird|werden) berechnet|^Wird geladen/;

async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  // The console's stream never ends, so its pages wait for their drawings.
  if (/\/(admin|console)/.test(page.url())) {
    await page.getByText(LOADING).first().waitFor({ state: 'hidden' });
    await page.locator('figure > div:empty').first().waitFor({ state: 'hidden' });
  } else {
    await page.waitForLoadState('networkidle');
  }
  await page.evaluate(flatten);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
}

/**
 * Puts sticky bars where they are at the end of scrolling, because they would cover the middle of the page, and loads
 * pictures that a reader would scroll to. Runs in the page.
 */
function flatten(): void {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (getComputedStyle(element).position === 'sticky') element.style.position = 'relative';
  }
  for (const picture of document.images) picture.loading = 'eager';
}

/** Adds shots to the index; those that had the same name before are replaced. */
export function save(name: string, shots: Shot[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(shots));
  writeIndex();
}

function writeIndex(): void {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const shots = files.flatMap(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Shot[],
  );
  const variants = [...new Set(shots.map(({ variant }) => variant))].sort();
  const groups = [...new Set(shots.map(({ group }) => group))];
  const rows = new Map<string, Shot[]>();
  for (const shot of shots) {
    const title = `${shot.group} · ${shot.at} · ${shot.page}`;
    rows.set(title, [...(rows.get(title) ?? []), shot]);
  }
  const boxes = variants.map((name) => `<label><input type="checkbox" checked> ${name}</label>`);
  const links = groups.map((group) => `<a href="#${group}">${group}</a>`);
  const sections = groups.map((group) => {
    const figures = [...rows].filter(([, [first]]) => first?.group === group).map(figure);
    return `<h2 id="${group}">${group}</h2>${figures.join('\n')}`;
  });
  const page = PAGE(`${links.join(' ')} ${boxes.join('')}`, sections.join('\n'));
  writeFileSync(join(folder, 'index.html'), page);
}

function figure([title, row]: [string, Shot[]]): string {
  const text = escaped(title);
  const images = row.map(({ file, variant }) => {
    const path = encodeURI(file);
    return `<a data-variant="${variant}" href="${path}"><img loading="lazy" alt="${text}, ${variant}" src="${path}"></a>`;
  });
  const repeated = row[0]?.repeated ? ' class="repeated"' : '';
  return `<section${repeated}><h3>${text}</h3><div>${images.join('')}</div></section>`;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

const PAGE = (options: string, figures: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Screenshots of the study</title>
<style>
  body { margin: 16px; font: 16px/1.5 system-ui; }
  header { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 8px 0; background: white; }
  h1 { width: 100%; margin: 0; font-size: 20px; }
  h2 { margin: 32px 0 0; font-size: 20px; scroll-margin-top: 120px; }
  h3 { margin: 24px 0 8px; font-size: 16px; }
  section div { display: flex; gap: 12px; align-items: flex-start; overflow-x: auto; }
  section a { flex: none; max-height: 480px; overflow-y: auto; border: 1px solid #999; }
  a[hidden], body:not(.every) .repeated { display: none; }
  img { display: block; width: 640px; }
  [data-variant$="phone"] img { width: 240px; }
</style>
<header>
  <h1>Screenshots of the study</h1>${options}
  <label><input type="checkbox" id="every"> pages that repeat: all questions, posts and items</label>
</header>
${figures}
<script>
  for (const box of document.querySelectorAll('input')) {
    box.addEventListener('change', () => {
      if (box.id === 'every') return document.body.classList.toggle('every', box.checked);
      const name = box.parentElement.textContent.trim();
      for (const link of document.querySelectorAll('[data-variant]')) {
        if (link.dataset.variant === name) link.hidden = !box.checked;
      }
    });
  }
</script></html>
`;
