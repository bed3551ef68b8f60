import {
  axisX,
  axisY,
  barX,
  dot,
  gridX,
  gridY,
  line,
  link,
  type Markish,
  type PlotOptions,
  plot,
  ruleX,
  ruleY,
  text,
} from '@observablehq/plot';
import { TEXT, widthOf, wordsOf, wrap } from './letters';
import type { Point, Series, Setting } from './point';

/** The class that `chart.module.css` styles. */
const NAME = 'chart__plot';
const GRID = { stroke: 'var(--chart-grid)', strokeOpacity: 1 };
/** From one line of a name to the next, as parts of its height. */
const LINE = 1.2;
/** Pixels between names and the drawing. */
const GAP = 12;
const SYMBOLS = ['circle', 'square', 'triangle', 'diamond'] as const;
const DASHES = ['none', '7 4', '2 4', '9 3 2 3'];

const colour = (series: Series) => `var(--arm-${series.tint})`;
const symbol = (series: Series) => SYMBOLS[series.tint % SYMBOLS.length] ?? 'circle';
const dash = (series: Series) => DASHES[series.tint % DASHES.length] ?? 'none';
const of = (points: readonly Point[], series: Series) =>
  points.filter((point) => point.series === series.id && point.value !== null);

type Drawing = (points: readonly Point[], setting: Setting, width: number) => PlotOptions;

/** What is written of each name: four lines, without the middle of longer ones. Two that would read alike are written whole. */
function written(names: readonly string[], room: number): string[] {
  const whole = names.map((name) => wrap(name, room));
  const short = whole.map((lines) =>
    (lines.length > 4 ? [lines[0], `${lines[1]}…`, ...lines.slice(-2)] : lines).join('\n'),
  );
  return short.map((one, at) =>
    short.indexOf(one) === short.lastIndexOf(one) ? one : (whole[at]?.join('\n') ?? one),
  );
}

/** Room for the names beside the chart: at most two fifths of it, and on a phone about what a long word takes. */
function names(points: readonly Point[], width: number) {
  const all = [...new Set(points.map((point) => point.name))];
  const longest = (texts: string[]) => Math.max(0, ...texts.map((text) => widthOf(text)));
  const word = longest(all.flatMap(wordsOf).map((one) => one.trimEnd())) + GAP;
  const most = Math.max(width * 0.4, 120, Math.min(word, width * 0.55));
  const room = Math.min(longest(all), most - GAP);
  const labels = written(all, room);
  const lines = Math.max(1, ...labels.map((label) => label.split('\n').length));
  const axis = axisY({
    label: null,
    tickSize: 0,
    lineHeight: LINE,
    tickFormat: (name: string) => labels[all.indexOf(name)] ?? name,
  });
  return { all, room: room + GAP, high: lines * LINE * TEXT + 8, axis };
}

/** A whisker from end to end and a mark on the estimate; one row for each name, the series below each other. */
const intervals: Drawing = (points, { series, unit, format, reference, domain }, width) => {
  const { all, room, high, axis } = names(points, width);
  const marks: Markish[] = [
    gridX(GRID),
    axisX({ label: unit, tickFormat: format, ticks: ticks(width - room) }),
    axis,
  ];
  if (reference !== undefined) {
    marks.push(ruleX([reference], { stroke: 'var(--edge)', strokeDasharray: '4 3' }));
  }
  for (const [at, one] of series.entries()) {
    const dy = (at - (series.length - 1) / 2) * 15;
    const shared = { y: 'name', dy };
    const own = of(points, one);
    const whole = own.filter((point) => point.low != null && point.high != null);
    marks.push(
      ruleY(whole, { ...shared, x1: 'low', x2: 'high', stroke: colour(one), strokeWidth: 2 }),
      dot(own, {
        ...shared,
        x: 'value',
        fill: colour(one),
        stroke: 'var(--surface)',
        symbol: symbol(one),
        r: 5,
      }),
    );
  }
  return {
    height: all.length * Math.max(series.length * 15 + 15, high) + 48,
    marginLeft: room,
    marginRight: 20,
    marginBottom: 44,
    x: { ...(domain && { domain: [...domain] }), nice: !domain },
    y: { domain: all, type: 'band' },
    marks,
  };
};

/** Pixels by which one of several series stands to the side. */
const beside = (nth: number, series: readonly Series[]) => (nth - (series.length - 1) / 2) * 7;

/** A line of counts for each series over time, with a mark on each day. */
const lines: Drawing = (points, { series, unit, format }, width) => ({
  height: 260,
  marginTop: 30,
  marginLeft: 44,
  marginRight: 20,
  marginBottom: 36,
  y: { nice: true, zero: true },
  marks: [
    gridY({ ...GRID, ticks: whole(points, 5) }),
    axisY({ label: unit, tickFormat: format, ticks: whole(points, 5) }),
    axisX({ label: null, ticks: ticks(width) }),
    // Beside each other where they are equal.
    ...series.flatMap((one, nth) => [
      line(of(points, one), {
        x: 'at',
        y: 'value',
        dx: beside(nth, series),
        stroke: colour(one),
        strokeWidth: 2,
        strokeDasharray: dash(one),
        curve: 'step-after',
      }),
      dot(of(points, one), {
        x: 'at',
        y: 'value',
        dx: beside(nth, series),
        fill: colour(one),
        stroke: 'var(--surface)',
        symbol: symbol(one),
        r: 4,
      }),
    ]),
  ],
});

/** A bar of a count for each series under each name, its figure at its end. */
const bars: Drawing = (points, { series, unit, format, domain }, width) => {
  const { all, room, high, axis } = names(points, width);
  const thick = 16;
  const together = series.length * (thick + 2);
  const band = Math.max(together + 10, high);
  const top = (band - together) / 2;
  const across = whole(points, ticks(width - room));
  return {
    height: all.length * band + 46,
    marginLeft: room,
    marginRight: 48,
    marginBottom: 44,
    x: { ...(domain && { domain: [...domain] }), nice: !domain, zero: true },
    y: { domain: all, type: 'band', padding: 0 },
    marks: [
      gridX({ ...GRID, ticks: across }),
      axisX({ label: unit, tickFormat: format, ticks: across }),
      axis,
      ...series.flatMap((one, at) => [
        barX(of(points, one), {
          x: 'value',
          y: 'name',
          fill: colour(one),
          insetTop: top + at * (thick + 2),
          insetBottom: band - top - at * (thick + 2) - thick,
        }),
        text(of(points, one), {
          x: 'value',
          y: 'name',
          text: (point: Point) => format(point.value ?? 0),
          textAnchor: 'start',
          dx: 5,
          dy: top + at * (thick + 2) + thick / 2 - band / 2,
          fill: 'currentColor',
        }),
      ]),
    ],
  };
};

/** How sure people can say they are. */
const SURE = [0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** How often people were right against how sure they were; on the dashed line both are the same. */
const calibration: Drawing = (points, { series, unit, acrossUnit, format }, width) => ({
  height: Math.min(420, Math.max(280, width * 0.6)),
  marginTop: 30,
  marginLeft: 56,
  marginRight: 20,
  marginBottom: 44,
  x: { domain: [0.45, 1.05] },
  y: { domain: [0, 1] },
  marks: [
    gridX({ ...GRID, ticks: SURE }),
    gridY(GRID),
    axisX({
      label: acrossUnit ?? null,
      tickFormat: format,
      // A level has a sixth of what lies between the margins. If that is too little, every other one is written.
      ticks: SURE.filter((_, at) => at % 2 === 1 || (width - 76) / 6 > widthOf(format(1)) + GAP),
    }),
    axisY({ label: unit, tickFormat: format }),
    link([0], {
      x1: 0.5,
      y1: 0.5,
      x2: 1,
      y2: 1,
      stroke: 'var(--edge)',
      strokeDasharray: '4 3',
    }),
    ...series.flatMap((one, at) => {
      const own = of(points, one);
      const whole = own.filter((point) => point.low != null && point.high != null);
      const dx = beside(at, series);
      return [
        line(own, {
          x: 'at',
          y: 'value',
          dx,
          stroke: colour(one),
          strokeWidth: 1.5,
          strokeDasharray: dash(one),
        }),
        ruleX(whole, { x: 'at', y1: 'low', y2: 'high', dx, stroke: colour(one), strokeWidth: 2 }),
        dot(own, {
          x: 'at',
          y: 'value',
          dx,
          fill: colour(one),
          stroke: 'var(--surface)',
          symbol: symbol(one),
          r: 5,
        }),
      ];
    }),
  ],
});

const ticks = (width: number) => Math.max(2, Math.floor(width / 100));

/** How many ticks an axis of counts has: no more than the highest count, so that none stands between whole numbers. */
const whole = (points: readonly Point[], about: number) =>
  Math.min(about, Math.max(...points.map((point) => point.value ?? 0)));

const DRAWINGS = { intervals, lines, bars, calibration } satisfies Record<string, Drawing>;
export type Kind = keyof typeof DRAWINGS;

/**
 * A drawing as SVG. The library brings its few rules in a style element, which the pages' policy refuses;
 * it is taken out before it can reach the page, and `chart.module.css` has the rules in its place.
 */
export function draw(
  kind: Kind,
  points: readonly Point[],
  setting: Setting,
  width: number,
  title: string,
  description: string,
): SVGSVGElement {
  const drawn = plot({
    ...DRAWINGS[kind](points, setting, width),
    width,
    className: NAME,
    ariaLabel: title,
    ariaDescription: description,
  });
  const svg = drawn instanceof SVGSVGElement ? drawn : drawn.querySelector('svg');
  if (!svg) throw new Error('the chart has no drawing');
  for (const style of svg.querySelectorAll('style')) style.remove();
  // To a screen reader it is one picture with a name: what its parts are called is for tests alone.
  for (const part of svg.querySelectorAll('[aria-label]')) {
    part.setAttribute('data-mark', part.getAttribute('aria-label') ?? '');
    part.removeAttribute('aria-label');
  }
  svg.setAttribute('role', 'img');
  return svg;
}
