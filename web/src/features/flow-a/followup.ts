import type { PublicFollowup, PublicItem } from '@/api/schema';
import type { Answer } from '@/features/items/item-kind';
import type { Place } from './region';

const MOST_WORDS = 2000;
const base = { help: null, showIf: null };

/** The follow-up as items, so that it is checked as the server checks it. */
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

/** The place that has been marked; the form keeps it as two numbers. */
export function markOf(answers: Readonly<Record<string, Answer>>): Place | undefined {
  const { mark_x: x, mark_y: y } = answers;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
}

/** What is sent: the checked answers, and the mark if there is one. */
export function followupAnswers(
  checked: Readonly<Record<string, Answer>>,
  mark: Place | undefined,
): Record<string, Answer | Place> {
  return mark ? { ...checked, mark } : { ...checked };
}
