import { useEffect, useMemo } from 'react';
import { trackFlow } from '@/features/analytics/track';
import { createRecorder, type Recorder } from './recorder';

/**
 * When the first view of the page was shown, if that was before the app ran. Returned once, for the page that was
 * opened.
 */
function takeShownAt(): number | undefined {
  const { preloaded } = window;
  const at = preloaded?.shownAt ?? undefined;
  if (preloaded) preloaded.shownAt = null;
  return at;
}

/** Times the page `page`; a new recorder starts whenever the page changes. */
export function useTiming(page: string): Recorder {
  const recorder = useMemo(
    () => createRecorder(page, () => performance.now(), takeShownAt()),
    [page],
  );
  useEffect(() => {
    const update = () => recorder.setHidden(document.hidden || !document.hasFocus());
    document.addEventListener('visibilitychange', update);
    window.addEventListener('blur', update);
    window.addEventListener('focus', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      window.removeEventListener('blur', update);
      window.removeEventListener('focus', update);
    };
  }, [recorder]);
  useEffect(() => trackFlow('taskShown', page), [page]);
  useEffect(() => {
    // Without it, only the submission says what was seen.
    import('./exposures').then((m) => m.observe(recorder)).catch(() => {});
  }, [recorder]);
  return recorder;
}
