/**
 * Visitors can use pages rendered by the server before the app runs. The page's script (first-view/hold-form.ts) holds
 * a form that is submitted early, and this module submits it again.
 */
declare global {
  interface Window {
    /** `form` is the index of the form on the page, or -1; `release` ends the holding. */
    heldForm?: { form: number; release: () => void };
  }
}

let restore: (() => void) | null = null;

/** Whether a form was submitted before the app started. */
export function hasHeldForm(): boolean {
  return (window.heldForm?.form ?? -1) >= 0;
}

/** Saves the fields of a page that is about to be rendered again. */
export async function saveFields(): Promise<void> {
  const { readForms } = await import('./form-fields');
  restore = readForms();
}

/** Runs when the app is mounted, and again if it is mounted again. */
export function endHolding(): void {
  const { heldForm } = window;
  delete window.heldForm;
  heldForm?.release();
  if (restore) {
    // The page is now in another language. The reader has not agreed to that text, so nothing is submitted.
    restore();
    restore = null;
  } else if (heldForm) {
    document.forms[heldForm.form]?.requestSubmit();
  }
}
