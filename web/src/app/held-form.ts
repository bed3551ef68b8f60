/**
 * Pages that the server wrote can be used before the app runs. What was done there counts: a form that was
 * submitted is held by the page's own script (first-view/hold-form.ts), and submitted again here.
 */
declare global {
  interface Window {
    /** `form` is the index among the page's forms, -1 without one; `release` ends the holding. */
    heldForm?: { form: number; release: () => void };
  }
}

let restore: (() => void) | null = null;

/** Whether a form was submitted before the app ran. */
export function hasHeldForm(): boolean {
  return (window.heldForm?.form ?? -1) >= 0;
}

/** Saves what is in the fields, for a page that is about to be rendered again. */
export async function saveFields(): Promise<void> {
  const { readForms } = await import('./form-fields');
  restore = readForms();
}

/** Runs when the app has taken the page over, and again if the app is mounted again. */
export function endHolding(): void {
  const { heldForm } = window;
  delete window.heldForm;
  heldForm?.release();
  if (restore) {
    // Now in another language: the reader has not agreed to that text, so nothing is submitted.
    restore();
    restore = null;
  } else if (heldForm) {
    document.forms[heldForm.form]?.requestSubmit();
  }
}
