/**
 * Focuses an element and scrolls to it. WebKit alone does not scroll to an element that is focused when the page becomes
 * shorter at the same time.
 */
export function focusInView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
  element?.focus({ preventScroll: true });
}
