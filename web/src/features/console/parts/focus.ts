import { useEffect, useRef } from 'react';
import { focusInView } from '@/lib/focus-in-view';

/**
 * Moves the focus to the page's heading if the focused element was removed, for example by an action that removes its
 * own button.
 */
export function keepFocus(): void {
  if (document.activeElement === document.body) focusInView(document.querySelector('h1'));
}

/** For a form: after each invalid `attempt`, focuses the first invalid field. */
export function useToInvalid(attempt: unknown) {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason to look.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  return form;
}

/** For a paged list: a ref for its table, and a function that moves the reader to its start. */
export function useStart() {
  const table = useRef<HTMLDivElement>(null);
  const toStart = () => {
    table.current?.scrollIntoView({ block: 'start' });
    table.current?.focus({ preventScroll: true });
  };
  return { table, toStart };
}
