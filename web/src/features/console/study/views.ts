import type { GroupViews, ShownViews, StepViews, StudyState } from '@/api/schema';

/** The label of a page: its number and the study's text, or the kind of page if there is none. */
export function nameOf(shown: ShownViews, kinds: Record<string, string>): string {
  const [view] = shown.views;
  const title = shown.title ?? kinds[view?.kind ?? ''] ?? view?.page ?? '';
  return shown.number === null ? title : `${shown.number}. ${title}`;
}

/**
 * What a group is called: as its arm, or, while arms have no names, by the steps that no other group has and by its
 * ID. An arm's blinded label would reveal which group it is.
 */
export function groupName(
  { group, steps }: GroupViews,
  groups: readonly GroupViews[],
  { arms }: Pick<StudyState, 'arms'>,
  names: { step: (step: string) => string },
): string {
  const named = arms.find(({ arm }) => arm.group === group);
  if (named) return named.arm.label;
  const others = new Set(
    groups.filter((one) => one.group !== group).flatMap((one) => one.steps.map(({ step }) => step)),
  );
  const own = steps.filter(({ step }) => !others.has(step)).map(({ step }) => names.step(step));
  return own.length > 0 ? `${own.join(', ')} (${group})` : group;
}

/** Pages of a group, counted as they can be opened. */
export function pagesOf(steps: readonly StepViews[]): number {
  return steps.flatMap((step) => step.shown).reduce((sum, shown) => sum + shown.views.length, 0);
}

/** The steps and pages that contain all words in their name, text or address. Steps without matches are omitted. */
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
