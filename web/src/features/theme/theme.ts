import { DEFAULT_THEME, THEME_KEY } from '@/lib/constants';
import { storedKey } from '@/lib/site';
import { createStore } from '@/lib/store';

export type Theme = 'light' | 'dark';

/** The browser's toolbar uses the colour of the page's canvas. */
const BAR = { light: '#f5f7fb', dark: '#0d131c' } satisfies Record<Theme, string>;

function stored(): Theme {
  return localStorage.getItem(THEME_KEY) === 'dark' ? 'dark' : DEFAULT_THEME;
}

export const theme = createStore<Theme>(DEFAULT_THEME);

/** Applies the stored theme, and follows other tabs. Called once, at start. */
export function startTheme(): void {
  show(stored());
  window.addEventListener('storage', (event) => {
    if (event.key === storedKey(THEME_KEY) || event.key === null) show(stored());
  });
}

export function setTheme(next: Theme): void {
  localStorage.setItem(THEME_KEY, next);
  show(next);
}

function show(next: Theme): void {
  document.documentElement.dataset.theme = next;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', BAR[next]);
  theme.set(next);
}
