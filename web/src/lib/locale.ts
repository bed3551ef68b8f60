import { createContext, use, useContext } from 'react';
import { LOCALE_KEY } from './constants';
import { directionOf } from './direction';
import { createStore, useStore } from './store';

/** Languages of the interface. A bundle may have more; its pages then have English interface messages. */
export type Locale = 'en' | 'de';

const chosen = createStore('en');

/** The language tag for the study's texts. */
export const currentLocale = chosen.get;

/** The chosen tag; the component follows its changes. */
export function useLocale(): string {
  return useStore(chosen);
}

/**
 * Sets the language at start: `tag`, else the reader's stored choice, else the one that the server chose for the page.
 * A link with `?locale=` counts as a choice and is stored.
 */
export function initLocale(tag?: string): void {
  const served = document.documentElement.lang || 'en';
  const linked = new URLSearchParams(location.search).get('locale');
  if (linked === served) localStorage.setItem(LOCALE_KEY, served);
  show(tag ?? localStorage.getItem(LOCALE_KEY) ?? served);
}

/** Stores the language that is shown. */
export function keepLocale(): void {
  localStorage.setItem(LOCALE_KEY, currentLocale());
}

/** Changes the language, stores the choice, and shows it once the messages are loaded. */
export async function setLocale(tag: string): Promise<void> {
  localStorage.setItem(LOCALE_KEY, tag);
  await loadMessages(tag);
  show(tag);
}

/** Shows the browser's language on a page of no study, unless the reader has chosen one. It is not stored. */
export async function showBrowserLocale(): Promise<void> {
  if (localStorage.getItem(LOCALE_KEY) !== null) return;
  const tag = interfaceLocale(navigator.language);
  await loadMessages(tag);
  show(tag);
}

function show(tag: string): void {
  document.documentElement.lang = tag;
  document.documentElement.dir = directionOf(tag);
  chosen.set(tag);
}

/** The interface language for a bundle's language tag (`de` for `de-AT`). */
export function interfaceLocale(tag: string): Locale {
  return tag.toLowerCase().split('-')[0] === 'de' ? 'de' : 'en';
}

/** Messages in all languages: English is part of the code, the others are loaded on demand. */
export interface Table<T> {
  en: T;
  de: () => Promise<T>;
}

const tables: Table<unknown>[] = [];
const fetching = new Map<Table<unknown>, Promise<unknown>>();
const fetched = new Map<Table<unknown>, unknown>();

export function makeTable<T>(en: T, de: () => Promise<T>): Table<T> {
  const table = { en, de };
  tables.push(table);
  return table;
}

/** A promise with the two fields that tell React that it need not wait. */
type Settled = Promise<unknown> & { status?: 'fulfilled'; value?: unknown };

function load(table: Table<unknown>): Promise<unknown> {
  const known = fetching.get(table);
  if (known) return known;
  const words: Settled = table.de().then((de) => {
    fetched.set(table, de);
    words.status = 'fulfilled';
    words.value = de;
    return de;
  });
  fetching.set(table, words);
  return words;
}

/** Loads the messages for all code that is loaded, so that nothing waits for them later. */
export async function loadMessages(tag = currentLocale()): Promise<void> {
  if (interfaceLocale(tag) === 'de') await Promise.all(tables.map(load));
}

/** A table's messages in the chosen language; English until they are loaded. */
export function wordsOf<T>(table: Table<T>): T {
  if (interfaceLocale(currentLocale()) === 'en') return table.en;
  return (fetched.get(table) as T | undefined) ?? table.en;
}

/**
 * Lets the build replace a table: it renders the public pages to templates, where each message is a condition with the
 * languages of the server.
 */
export const TableOverride = createContext<((en: unknown, de: unknown) => unknown) | null>(null);

/** Texts in all languages, next to the code that shows them. */
export type Texts<T> = { [L in Locale]: T };

/** The texts in the reader's language. */
export function useTexts<T>(texts: Texts<T>): T {
  return texts[interfaceLocale(useLocale())];
}

/** A table's messages in the reader's language. */
export function useTable<T>(table: Table<T>): T {
  const locale = useLocale();
  const override = useContext(TableOverride);
  if (import.meta.env.SSR && override) return override(table.en, fetched.get(table)) as T;
  if (interfaceLocale(locale) === 'en') return table.en;
  // Also if they are loaded, because a component that waited once must call `use` again.
  return use(load(table)) as T;
}
