import type { PublicItem, PublicSection } from '@/api/schema';
import type { Messages } from './item-kind';
import { kindOf } from './kinds';

/** "Clip 3 of 12", if the section has one item per page. Does not need the code of its kinds. */
export function counterOf({ counter, items }: PublicSection, w: Messages): string | null {
  if (!counter) return null;
  const has = (part: 'post' | 'media') =>
    items.some((item) => (item as Partial<Record<typeof part, unknown>>)[part]);
  const word = has('post') ? 'post' : has('media') ? 'clip' : 'question';
  return w[word](counter.number, counter.total);
}

/** The number of each item among the clips or posts of its section, by item ID; empty if there is only one. */
export function ordinalsOf(items: readonly PublicItem[], w: Messages): Record<string, string> {
  const numbered = (word: 'clip' | 'post') => {
    const counted = items.filter((item) => kindOf(item).countedAs?.(item) === word);
    if (counted.length < 2) return [];
    return counted.map(({ id }, index) => [id, w[word](index + 1, counted.length)]);
  };
  return Object.fromEntries([...numbered('clip'), ...numbered('post')]);
}
