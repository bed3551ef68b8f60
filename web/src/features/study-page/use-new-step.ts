import { useEffect, useRef } from 'react';

/** The address that the app was opened with: its heading need not be announced. */
const opened = typeof window === 'undefined' ? '' : window.location.pathname;
let left = false;

/** Reads the page's heading out: the focus goes to it. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  // A heading in a text of the study can't take the focus otherwise.
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Once what a page waited for is there, unless it is the one that the app was opened with. */
export function useArrivalFocus(arrived: boolean): void {
  useEffect(() => {
    left ||= window.location.pathname !== opened;
    if (arrived && left) focusHeading();
  }, [arrived]);
}

/** When a page shows its next step under the same address: up to the top, and the heading is read out. */
export function useNewStep(step: string | number): void {
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    window.scrollTo(0, 0);
    focusHeading();
  }, [step]);
}
