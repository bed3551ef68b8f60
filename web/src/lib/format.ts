import { currentLocale } from './locale';

/** The locale of dates. English without a country would be American, with the month first and "p.m.". */
export const dateLocale = (locale: string) => (locale === 'en' ? 'en-GB' : locale);

/** A date and time in the reader's language and zone. */
export function formatDateTime(iso: string, locale = currentLocale()): string {
  return new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(new Date(iso));
}

/** A day such as `2026-05-17` in the reader's language: "17 May 2026". */
export function formatDay(iso: string, locale = currentLocale()): string {
  const format = new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(iso));
}

/** A label within an English sentence: "Altered" becomes "altered"; "AI-generated" stays. */
export const inSentence = (label: string) =>
  label.replace(/^\p{Lu}(?=[\p{Ll} ])/u, (first) => first.toLowerCase());
