import type { Tokens } from '@/api/schema';
import { ACCESS_KEY, LOCALE_KEY, PREVIEW_KEY, REFRESH_KEY, THEME_KEY } from '@/lib/constants';
import { BASE, keysOf, storedKey } from '@/lib/site';

/**
 * A preview takes part in a separate tab, next to the researcher's session in the others. Its local storage stays in
 * that tab. The page's script loads this module before the app (first-view/start-app.ts), so that the app does not need
 * to know about previews.
 */
const PREFIX = 'preview:';
/** The keys that the tab copies from the others. */
const SHARED = [THEME_KEY];

export type Preview = {
  tokens: Tokens;
  language: string;
  /** Shown above the page while it is open. */
  words: { title: string; note: string; close: string };
};

/** Local storage that ends with the tab and is invisible to other tabs. */
export class TabStorage implements Storage {
  private names(): string[] {
    return keysOf(sessionStorage).filter((name) => name.startsWith(PREFIX));
  }
  get length(): number {
    return this.names().length;
  }
  key(index: number): string | null {
    return this.names()[index]?.slice(PREFIX.length) ?? null;
  }
  getItem(name: string): string | null {
    return sessionStorage.getItem(PREFIX + name);
  }
  setItem(name: string, value: string): void {
    sessionStorage.setItem(PREFIX + name, String(value));
  }
  removeItem(name: string): void {
    sessionStorage.removeItem(PREFIX + name);
  }
  clear(): void {
    for (const name of this.names()) sessionStorage.removeItem(name);
  }
}

/** Turns an empty tab into a preview, and opens a page of the study in it. */
export function openSandbox(tab: Window, preview: Preview, path: string): void {
  // A new tab starts with a copy of its opener's session storage. Its page is not one of a study yet.
  tab.sessionStorage.clear();
  const own = {
    setItem: (key: string, value: string) => tab.sessionStorage.setItem(storedKey(key), value),
  };
  own.setItem(PREVIEW_KEY, JSON.stringify(preview.words));
  own.setItem(PREFIX + ACCESS_KEY, preview.tokens.access_token);
  own.setItem(PREFIX + REFRESH_KEY, preview.tokens.refresh_token);
  own.setItem(PREFIX + LOCALE_KEY, preview.language);
  for (const name of SHARED) {
    const value = localStorage.getItem(name);
    if (value !== null) own.setItem(PREFIX + name, value);
  }
  tab.opener = null;
  tab.location.replace(BASE + path);
}

/** The texts of the bar; `null` if this tab is not a preview. */
export function wordsOfTab(): Preview['words'] | null {
  const words = sessionStorage.getItem(PREVIEW_KEY);
  return words === null ? null : JSON.parse(words);
}

const LOOK = `
.preview{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;padding:8px 16px;background:var(--warn-soft);
color:var(--ink);font-size:1rem}
.preview strong{color:var(--warn)}
.preview button{min-height:44px;margin-left:auto;padding:0 14px;border:1px solid var(--warn);border-radius:var(--r2);
background:var(--surface);color:inherit;font:inherit;cursor:pointer}
.preview-edge{position:fixed;inset:0;z-index:50;border:4px solid var(--warn);pointer-events:none}
`;

/** Gives the tab its own storage and labels every page as a preview. */
export function enter({ title, note, close }: Preview['words']): void {
  Object.defineProperty(window, 'localStorage', { configurable: true, value: new TabStorage() });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LOOK);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const bar = document.createElement('aside');
  bar.className = 'preview';
  bar.setAttribute('aria-label', title);
  const name = document.createElement('strong');
  name.textContent = title;
  const words = document.createElement('span');
  words.textContent = note;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = close;
  button.addEventListener('click', () => {
    sessionStorage.clear();
    window.close();
    // If the browser does not close the tab.
    location.replace(`${BASE}/admin/study`);
  });
  bar.append(name, words, button);
  const edge = document.createElement('div');
  edge.className = 'preview-edge';
  document.body.prepend(bar);
  document.body.append(edge);
}

const words = wordsOfTab();
if (words) enter(words);
