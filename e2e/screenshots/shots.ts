/**
 * The folder of screenshots and its index. `STUDY` names the study's folder (default: the example), `SCREENSHOTS` the
 * folder that is written.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
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
  variant: string;
  file: string;
}

/** Takes the whole page once it is loaded. */
export async function shoot(page: Page, file: string): Promise<void> {
  await page.locator('main h1').first().waitFor();
  // The console's stream never ends, so its pages wait for their drawings.
  if (page.url().includes('/admin')) {
    await page.locator('figure > div:empty').first().waitFor({ state: 'hidden' });
  } else {
    await page.waitForLoadState('networkidle');
  }
  await page.evaluate(flatten);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await page.screenshot({ path: join(folder, file), fullPage: true });
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
  const variants = [...new Set(shots.map(({ variant }) => variant))];
  const rows = new Map<string, Shot[]>();
  for (const shot of shots) {
    const title = `${shot.group} · ${shot.at} · ${shot.page}`;
    rows.set(title, [...(rows.get(title) ?? []), shot]);
  }
  const options = variants.map((name) => `<label><input type="checkbox" checked> ${name}</label>`);
  const figures = [...rows].map(([title, row]) => {
    const images = row.map(
      ({ file, variant }) =>
        `<a data-variant="${variant}" href="${encodeURI(file)}"><img loading="lazy" alt="${title}, ${variant}" src="${encodeURI(file)}"></a>`,
    );
    return `<section><h2>${title}</h2><div>${images.join('')}</div></section>`;
  });
  writeFileSync(join(folder, 'index.html'), PAGE(options.join(''), figures.join('\n')));
}

const PAGE = (options: string, figures: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Screenshots of the study</title>
<style>
  body { margin: 16px; font: 16px/1.5 system-ui; }
  header { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 8px 0; background: white; }
  h1 { width: 100%; margin: 0; font-size: 20px; }
  h2 { margin: 24px 0 8px; font-size: 16px; }
  section div { display: flex; gap: 12px; align-items: flex-start; overflow-x: auto; }
  a { flex: none; max-height: 480px; overflow-y: auto; border: 1px solid #999; }
  a[hidden] { display: none; }
  img { display: block; width: 640px; }
  [data-variant$="phone"] img { width: 240px; }
</style>
<header><h1>Screenshots of the study</h1>${options}</header>
${figures}
<script>
  for (const box of document.querySelectorAll('input')) {
    box.addEventListener('change', () => {
      const name = box.parentElement.textContent.trim();
      for (const link of document.querySelectorAll('[data-variant]')) {
        if (link.dataset.variant === name) link.hidden = !box.checked;
      }
    });
  }
</script></html>
`;
