import { createContext, use, useContext } from 'react';
import { LOCALE_KEY } from './constants';
import { createStore, useStore } from './store';

/** Languages of the interface. A bundle may have more; its pages then get English around them. */
export type Locale = 'en' | 'de';

const chosen = createStore('en');

/** The tag that the study's texts are asked for. */
export const currentLocale = chosen.get;

/** The chosen tag, followed. */
export function useLocale(): string {
  return useStore(chosen);
}

/**
 * Sets the language at start: `tag`, else the reader's own choice, else what the server chose for the page. A link with
 * `?locale=` is a choice, too, and is remembered.
 */
export function initLocale(tag?: string): void {
  const served = document.documentElement.lang || 'en';
  const linked = new URLSearchParams(location.search).get('locale');
  if (linked === served) localStorage.setItem(LOCALE_KEY, served);
  show(tag ?? localStorage.getItem(LOCALE_KEY) ?? served);
}

/** Remembers the language that is shown. */
export function keepLocale(): void {
  localStorage.setItem(LOCALE_KEY, currentLocale());
}

/** Changes the language, stores the choice, and shows it when the messages are loaded. */
export async function setLocale(tag: string): Promise<void> {
  localStorage.setItem(LOCALE_KEY, tag);
  await loadMessages(tag);
  show(tag);
}

function show(tag: string): void {
  document.documentElement.lang = tag;
  chosen.set(tag);
}

/** The interface language that serves a bundle's language tag (`de-AT` is served by `de`). */
export function interfaceLocale(tag: string): Locale {
  return tag.toLowerCase().split('-')[0] === 'de' ? 'de' : 'en';
}

/** Messages in all languages: English with the code, the others fetched for their readers. */
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

/** A promise with the two fields by which React knows that it need not wait for it. */
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

/** Fetches the words of all code that is there, so that nothing has to wait for them later. */
export async function loadMessages(tag = currentLocale()): Promise<void> {
  if (interfaceLocale(tag) === 'de') await Promise.all(tables.map(load));
}

/** A table's words in the language chosen; English as long as they are not there. */
export function wordsOf<T>(table: Table<T>): T {
  if (interfaceLocale(currentLocale()) === 'en') return table.en;
  return (fetched.get(table) as T | undefined) ?? table.en;
}

/**
 * Lets the build replace a whole table: it renders the public pages to templates, where each word
 * becomes a choice between the languages that the server makes.
 */
export const TableOverride = createContext<((en: unknown, de: unknown) => unknown) | null>(null);

/** A table's words in the reader's language. */
export function useTable<T>(table: Table<T>): T {
  const locale = useLocale();
  const override = useContext(TableOverride);
  if (import.meta.env.SSR && override) return override(table.en, fetched.get(table)) as T;
  if (interfaceLocale(locale) === 'en') return table.en;
  // Also when they are there: a component that waited once must ask in the same way again.
  return use(load(table)) as T;
}
