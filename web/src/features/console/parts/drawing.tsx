import { useEffect, useRef } from 'react';
import s from './drawing.module.css';

/** A drawing by the server, which escapes all its texts. */
export function Drawing({ svg }: { svg: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above; what is set this way runs no scripts.
  return <div className={s.drawing} dangerouslySetInnerHTML={{ __html: svg }} />;
}

/** Reads a drawing again when the figures next to it have changed. */
export function useSameFigures(drawing: { refetch: () => unknown }, figures: unknown): void {
  const { refetch } = drawing;
  const drawn = useRef(figures);
  useEffect(() => {
    if (drawn.current === figures) return;
    drawn.current = figures;
    void refetch();
  }, [figures, refetch]);
}
