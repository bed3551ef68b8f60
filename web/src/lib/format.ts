import { currentLocale } from './locale';

/** A date and time in the reader's language and zone. */
export function formatDateTime(iso: string, locale = currentLocale()): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(iso),
  );
}

/** A number in the reader's language. */
export function formatNumber(value: number, locale = currentLocale()): string {
  return new Intl.NumberFormat(locale).format(value);
}
