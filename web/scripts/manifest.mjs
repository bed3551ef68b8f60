// Reads Vite's manifest: which files a page needs.

export const ENTRY = 'index.html';

/**
 * The files that are fetched for an entry, without what it imports on demand.
 * @param {Record<string, {file: string, css?: string[], imports?: string[]}>} manifest
 * @param {string} key
 * @returns {{js: string[], css: string[]}} first the entry's own, then what it builds on
 */
export function closure(manifest, key) {
  const js = new Set();
  const css = new Set();
  const visit = (name) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the manifest`);
    if (js.has(chunk.file)) return;
    js.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const sheet of chunk.css ?? []) css.add(sheet);
  };
  visit(key);
  return { js: [...js], css: [...css] };
}

/** The files of what is around a page, outermost first. */
export const AROUND = {
  public: ['src/app/public-layout.tsx'],
  bare: ['src/app/inside.tsx'],
  bar: ['src/app/inside.tsx'],
};

/**
 * What a page and its layout need beyond what every page has.
 * @param {object} manifest
 * @param {{file: string, layout: 'public' | 'bare' | 'bar'}} route
 */
export function pageChunks(manifest, { file, layout }) {
  const always = closure(manifest, ENTRY);
  const parts = [...AROUND[layout], file].map((key) => closure(manifest, key));
  const beyond = (kind) => {
    const files = new Set(parts.flatMap((part) => part[kind]));
    return [...files].filter((file) => !always[kind].includes(file));
  };
  return { css: beyond('css'), js: beyond('js') };
}
