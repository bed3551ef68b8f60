import type { PublicFollowup, PublicItem } from '@/api/schema';
import type { Answer } from '@/features/items/item-kind';
import type { Point } from './region';

const MOST_WORDS = 2000;
const base = { help: null, showIf: null };

/** The follow-up as items, so that it has the same validation as on the server. */
export function followupItems(followup: PublicFollowup, wordsLabel: string): PublicItem[] {
  const items: PublicItem[] = [];
  if (followup.options.length > 0) {
    const { prompt: label, options } = followup;
    const kind = { kind: 'multiple', options, min: 1, max: null } as const;
    items.push({ ...base, id: 'reasons', label, required: true, ...kind });
  }
  if (followup.words) {
    const kind = { kind: 'text', long: true, minLength: null, maxLength: MOST_WORDS } as const;
    items.push({ ...base, id: 'words', label: wordsLabel, required: false, ...kind });
  }
  return items;
}

/** The selected point, which the form stores as two numbers. */
export function markOf(answers: Readonly<Record<string, Answer>>): Point | undefined {
  const { mark_x: x, mark_y: y } = answers;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
}

/** The body to send: the valid answers, and the point if one is selected. */
export function followupAnswers(
  checked: Readonly<Record<string, Answer>>,
  mark: Point | undefined,
): Record<string, Answer | Point> {
  return mark ? { ...checked, mark } : { ...checked };
}
