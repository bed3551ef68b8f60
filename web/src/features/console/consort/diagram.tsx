import { useLayoutEffect, useRef } from 'react';
import { saveFile } from '@/lib/save-file';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Drawing } from '../parts/drawing';
import scroll from '../parts/scroll.module.css';
import s from './diagram.module.css';

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
      <section ref={scroller} className={`${scroll.box} panel`} aria-label={w.diagram} tabIndex={0}>
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
 * A drawing begins at the left, with the names of the stages. Only if its first box, which is in its middle, does not
 * fit the window, the drawing is scrolled until that box is centred.
 */
function toFirstBox(scroller: HTMLElement | null): void {
  const box = scroller?.querySelector('.box');
  if (!scroller || !box || rightOf(box) <= rightOf(scroller)) return;
  scroller.scrollLeft += middle(box) - middle(scroller);
}

const rightOf = (element: Element) => element.getBoundingClientRect().right;

function middle(element: Element): number {
  const { left, right } = element.getBoundingClientRect();
  return (left + right) / 2;
}
