/**
 * Pages that the server wrote can be used before the app runs. What was done there counts: a form
 * that was sent is held by the page's own script (scripts/templates.mjs) and sent again here.
 */
declare global {
  interface Window {
    /** `form` is the place among the page's forms, -1 without one; `free` ends the holding. */
    held?: { form: number; free: () => void };
  }
}

let refill: (() => void) | null = null;

/** Whether a form has been sent already. */
export function pressedEarly(): boolean {
  return (window.held?.form ?? -1) >= 0;
}

/** Remembers what stands in the fields, for a page that is about to be drawn anew. */
export async function keepFields(): Promise<void> {
  const { readForms } = await import('./early-fields');
  refill = readForms();
}

/** Runs when the app has taken the page over. */
export function takeOver(): void {
  const { held } = window;
  held?.free();
  if (refill) {
    // Now in another language: nobody has agreed to that text, so nothing is sent by itself.
    refill();
    refill = null;
  } else if (held && held.form >= 0) {
    document.forms[held.form]?.requestSubmit();
  }
  if (held) held.form = -1;
}
