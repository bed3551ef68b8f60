import { useEffect, useMemo } from 'react';
import { tell } from '../analytics/track';
import { createRecorder, type Recorder } from './recorder';

/** Times the page `page`; a new recorder starts whenever the page changes. */
export function useTiming(page: string): Recorder {
  const recorder = useMemo(() => createRecorder(page, () => performance.now()), [page]);
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
