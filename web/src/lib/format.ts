import { currentLocale } from './locale';

/** The locale of dates. English without a country would be American: the month first, and "p.m.". */
export const dateLocale = (locale: string) => (locale === 'en' ? 'en-GB' : locale);

/** A date and time in the reader's language and zone. */
export function formatDateTime(iso: string, locale = currentLocale()): string {
  return new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(new Date(iso));
}
