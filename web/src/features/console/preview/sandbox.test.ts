import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enter, openSandbox, type Preview, TabStorage, wordsOfTab } from './sandbox';

const preview: Preview = {
  tokens: { access_token: 'of the preview', refresh_token: 'again' },
  language: 'de',
  words: { title: 'Preview of Arm A', note: 'Nothing counts.', close: 'Close' },
};
const real = window.localStorage;

// jsdom has no constructable style sheets.
class StyleSheet {
  replaceSync() {}
}
beforeEach(() => void vi.stubGlobal('CSSStyleSheet', StyleSheet));
Object.defineProperty(document, 'adoptedStyleSheets', { value: [], writable: true });

afterEach(() => {
  Object.defineProperty(window, 'localStorage', { configurable: true, value: real });
  document.body.replaceChildren();
});

test("a preview does not replace the researcher's session", () => {
  localStorage.setItem('auth_token', 'of the researcher');
  localStorage.setItem('theme', 'dark');
  sessionStorage.setItem('recruitment', 'of the opener');
  const replace = vi.fn();
  const tab = { sessionStorage, opener: window, location: { replace } } as unknown as Window;
  openSandbox(tab, preview, '/home');
  expect(replace).toHaveBeenCalledWith('/home');
  expect(tab.opener).toBeNull();
  expect(sessionStorage.getItem('recruitment')).toBeNull();
  expect(wordsOfTab()).toEqual(preview.words);
  enter(preview.words);
  expect(localStorage.getItem('auth_token')).toBe('of the preview');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(localStorage.getItem('locale')).toBe('de');
  localStorage.setItem('auth_token', 'a fresh one');
  localStorage.clear();
  expect(localStorage.length).toBe(0);
  expect(real.getItem('auth_token')).toBe('of the researcher');
});

test('every page of it shows that it is a preview', () => {
  enter(preview.words);
  const bar = document.querySelector('aside');
  expect(bar?.getAttribute('aria-label')).toBe('Preview of Arm A');
  expect(bar?.textContent).toContain('Nothing counts.');
});

test('any other tab is not a preview', () => {
  expect(wordsOfTab()).toBeNull();
});

test('the storage of a tab lists its own entries and no others', () => {
  sessionStorage.setItem('link', '?a=1');
  const storage = new TabStorage();
  storage.setItem('one', '1');
  storage.setItem('two', '2');
  storage.removeItem('one');
  expect([storage.length, storage.key(0), storage.key(1), storage.getItem('one')]).toEqual([
    1,
    'two',
    null,
    null,
  ]);
});
