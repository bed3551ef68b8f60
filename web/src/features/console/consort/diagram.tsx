import { useLayoutEffect, useRef } from 'react';
import { saveFile } from '@/lib/save-file';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Drawing } from '../parts/drawing';
import s from './diagram.module.css';

/** What is left of the box's right edge to that of the window, in pixels. */
const ROOM = 24;

/** The flow diagram, which screen readers can read in order, and which can be saved as a file. */
export function Diagram({ svg }: { svg: string }) {
  const w = useConsoleMessages().consort;
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => toFirstBox(place.current), []);
  const save = () =>
    saveFile('consort.svg', 'image/svg+xml', `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`);
  return (
    <div className={s.whole}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section ref={place} className={`${s.place} panel`} aria-label={w.diagram} tabIndex={0}>
        <Drawing svg={svg} />
      </section>
      <div className="cluster no-print">
        <Button variant="secondary" small onClick={save}>
          <Icon name="download" size={18} />
          {w.download}
        </Button>
      </div>
    </div>
  );
}

/** The first box is in the middle of the drawing: where that is wider than the window, it is scrolled until it is in view. */
function toFirstBox(place: HTMLElement | null): void {
  const box = place?.querySelector('.box');
  if (!place || !box) return;
  const beyond = box.getBoundingClientRect().right - place.getBoundingClientRect().right;
  if (beyond > 0) place.scrollLeft = beyond + ROOM;
}
