/** The ID of the panel's heading. */
export const CHECK_TITLE = 'check-title';

/** Brings the panel with the evidence into view, and moves the focus to its first piece. */
export function showEvidence(): void {
  const panel = document.getElementById(CHECK_TITLE)?.parentElement;
  panel?.scrollIntoView({ block: 'center' });
  panel?.querySelector('summary')?.focus({ preventScroll: true });
}
