import { useEffect, useRef } from 'react';
import { superseded } from '@/features/outbox/queue';

/** The address that the app was opened with, whose heading need not be announced. */
const opened = typeof window === 'undefined' ? '' : window.location.pathname;
let left = false;

/** Focuses the page's heading, so that it is announced. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  // Headings in texts of the study are not focusable.
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Announces a page once its data are loaded, unless the app was opened with it and it has not been loaded again. */
export function useArrivalFocus(arrived: boolean): void {
  useEffect(() => {
    left ||= superseded.get() > 0 || window.location.pathname !== opened;
    if (arrived && left) focusHeading();
  }, [arrived]);
}

/** When a page shows its next step at the same address: scrolls to the top and announces the heading. */
export function useNewStep(step: string | number): void {
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    window.scrollTo(0, 0);
    focusHeading();
  }, [step]);
}
