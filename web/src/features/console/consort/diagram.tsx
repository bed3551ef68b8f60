import { useId, useLayoutEffect, useRef } from 'react';
import { useConsoleWords } from '@/locales/console';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { download } from '../parts/save';
import s from './diagram.module.css';
import { type Flow, layOut } from './flow';

/** What is left of the box's right edge to that of the window, in pixels. */
const ROOM = 24;

type Props = { flow: Flow; title: string; description: string; fileName: string };

/** The flow diagram as a drawing that screen readers can read in order, and that can be kept as a file. */
export function Diagram({ flow, title, description, fileName }: Props) {
  const w = useConsoleWords().consort;
  const id = useId();
  const svg = useRef<SVGSVGElement>(null);
  const drawn = layOut(flow);
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => toFirstBox(place.current), []);
  const save = () => {
    if (svg.current) download(fileName, 'image/svg+xml', standalone(svg.current));
  };
  return (
    <div className={s.whole}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section ref={place} className={s.place} aria-label={title} tabIndex={0}>
        {/* biome-ignore lint/a11y/useSemanticElements: inside a drawing there is no other element. */}
        <svg
          ref={svg}
          className={s.diagram}
          viewBox={`0 0 ${drawn.width} ${drawn.height}`}
          width={drawn.width}
          height={drawn.height}
          aria-labelledby={`${id}-title ${id}-desc`}
          role="group"
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-desc`}>{description}</desc>
          {drawn.stages.map(({ label, y, height }) => (
            <g key={label}>
              <rect className={s.stage} x={1} y={y} width={26} height={height} rx={6} />
              <text
                className={s.stageName}
                transform={`translate(18.5 ${y + height / 2}) rotate(-90)`}
              >
                {label}
              </text>
            </g>
          ))}
          {drawn.arrows.map(({ path, head }) => (
            <g key={path}>
              <path className={s.line} d={path} />
              <path
                className={s.head}
                d="M0 0L-4.5 -8H4.5Z"
                transform={`translate(${head.x} ${head.y}) rotate(${head.turn})`}
              />
            </g>
          ))}
          {drawn.boxes.map((box) => (
            <g key={`${box.x} ${box.y}`}>
              <rect
                className={s.box}
                x={box.x}
                y={box.y}
                width={box.width}
                height={box.height}
                rx={6}
              />
              <text className={s.text}>
                {box.rows.map((row) => (
                  <tspan
                    key={row.y}
                    x={row.x}
                    y={row.y}
                    className={row.strong ? s.strong : undefined}
                  >
                    {`${row.text} `}
                  </tspan>
                ))}
              </text>
            </g>
          ))}
        </svg>
      </section>
      <div className={s.tools}>
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
  const box = place?.querySelector(`.${s.box}`);
  if (!place || !box) return;
  const beyond = box.getBoundingClientRect().right - place.getBoundingClientRect().right;
  if (beyond > 0) place.scrollLeft = beyond + ROOM;
}

/** Looks for the file, which has no style sheet of ours: black on white, as journals print it. */
const RULES = `text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;fill:#000}
.${s.strong}{font-weight:700}.${s.box}{fill:#fff;stroke:#000}.${s.line}{fill:none;stroke:#000}.${s.head}{fill:#000}
.${s.stage}{fill:#e6ebf2}.${s.stageName}{text-anchor:middle;font-weight:600}`;

/** The drawing as a file that stands alone. */
function standalone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = RULES;
  copy.prepend(style);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}
