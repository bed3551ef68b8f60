type ImportFile = (file: string) => Promise<unknown>;

/**
 * Runs in the head of the public pages. The app starts when everything else has loaded, and takes over the page. A form
 * that is submitted before starts the app immediately, and is held until the app submits it (app/held-form.ts). If the
 * app can't be loaded, forms are sent to the server, which redirects to the same page.
 */
export default function holdForm(
  importFile: ImportFile = (file) => import(/* @vite-ignore */ file),
): void {
  const { entry = '' } = document.currentScript?.dataset ?? {};
  let button: HTMLElement | null = null;
  let started = false;
  const setBusy = (busy: boolean) => button?.setAttribute('aria-busy', String(busy));
  const release = () => {
    removeEventListener('submit', hold, true);
    setBusy(false);
  };
  const start = () => {
    if (started) return;
    started = true;
    importFile(entry).catch(release);
  };
  const held = { form: -1, release };
  const hold = (event: SubmitEvent) => {
    event.preventDefault();
    held.form = [...document.forms].indexOf(event.target as HTMLFormElement);
    button = event.submitter;
    setBusy(true);
    start();
  };
  window.heldForm = held;
  addEventListener('submit', hold, true);
  addEventListener('load', () => setTimeout(start));
}
