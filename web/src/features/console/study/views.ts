import type { GroupViews, ShownViews, StepViews } from '@/api/schema';

/** What a page is called: its number and the study's words, or the kind of page where there are none. */
export function nameOf(shown: ShownViews, kinds: Record<string, string>): string {
  const [view] = shown.views;
  const title = shown.title ?? kinds[view?.kind ?? ''] ?? view?.page ?? '';
  return shown.number === null ? title : `${shown.number}. ${title}`;
}

/** Pages of a group, counted as they can be opened. */
export function pagesOf(steps: readonly StepViews[]): number {
  return steps.flatMap((step) => step.shown).reduce((sum, shown) => sum + shown.views.length, 0);
}

/**
 * The steps with what has all of the words: in the name of the step, in the page's own words, or in its address.
 * Steps with nothing left are left out.
 */
export function found(
  group: GroupViews,
  words: string,
  names: { step: (step: string) => string; kinds: Record<string, string> },
): StepViews[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (step: string, shown: ShownViews) => {
    const views = shown.views.flatMap((view) => [view.page, names.kinds[view.kind]]);
    const text = [names.step(step), nameOf(shown, names.kinds), ...views].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  return group.steps
    .map(({ step, shown }) => ({ step, shown: shown.filter((one) => has(step, one)) }))
    .filter(({ shown }) => shown.length > 0);
}
