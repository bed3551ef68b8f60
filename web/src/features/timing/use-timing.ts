import { useEffect, useMemo } from 'react';
import { tell } from '@/features/analytics/track';
import { createRecorder, type Recorder } from './recorder';

/**
 * When the page's shell showed what the page is about, if it did so before the app was there
 * (scripts/templates.mjs). It counts once, for the page that was opened.
 */
function seenAhead(): number | undefined {
  const seen = window.ahead?.seen ?? undefined;
  if (window.ahead) window.ahead.seen = null;
  return seen;
}

/** Times the page `page`; a new recorder starts whenever the page changes. */
export function useTiming(page: string): Recorder {
  const recorder = useMemo(
    () => createRecorder(page, () => performance.now(), seenAhead()),
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
  useEffect(() => tell('taskShown', page), [page]);
  return recorder;
}
