import { useLayoutEffect, useRef } from 'react';
import { saveFile } from '@/lib/save-file';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Drawing } from '../parts/drawing';
import s from './diagram.module.css';

/** The distance from the box's right edge to the right edge of the window, in pixels. */
const ROOM = 24;

/** The flow diagram, which screen readers can read in order and which can be saved as a file. */
export function Diagram({ svg }: { svg: string }) {
  const w = useConsoleMessages().consort;
  const scroller = useRef<HTMLElement>(null);
  useLayoutEffect(() => toFirstBox(scroller.current), []);
  const save = () =>
    saveFile('consort.svg', 'image/svg+xml', `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`);
  return (
    <div className={s.whole}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section ref={scroller} className={`${s.place} panel`} aria-label={w.diagram} tabIndex={0}>
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

/**
 * The first box is in the middle of the drawing. If the drawing is wider than the window, it is scrolled until that box
 * is visible.
 */
function toFirstBox(scroller: HTMLElement | null): void {
  const box = scroller?.querySelector('.box');
  if (!scroller || !box) return;
  const beyond = box.getBoundingClientRect().right - scroller.getBoundingClientRect().right;
  if (beyond > 0) scroller.scrollLeft = beyond + ROOM;
}
