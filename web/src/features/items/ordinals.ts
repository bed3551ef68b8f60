import type { PublicItem } from '@/api/schema';
import type { Words } from './item-kind';
import { kindOf } from './kinds';

/** Which clip and which post of a section each item is, by item; nothing where there is only one. */
export function ordinalsOf(items: readonly PublicItem[], w: Words): Record<string, string> {
  const alike = (word: 'clip' | 'post') => {
    const counted = items.filter((item) => kindOf(item).counted?.(item) === word);
    if (counted.length < 2) return [];
    return counted.map(({ id }, index) => [id, w[word](index + 1, counted.length)]);
  };
  return Object.fromEntries([...alike('clip'), ...alike('post')]);
}
