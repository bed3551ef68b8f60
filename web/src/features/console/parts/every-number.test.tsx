/** Every number on a chart is also in the table beside it: what the marks are given, held against the cells. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ReportNumber as Num, Overview, Report, StepCounts, Usage } from '@/api/schema';
import { client, keyOf } from '../data/query';

import { EnrolmentSection } from '../overview/enrolment';
import { Funnel } from '../overview/funnel';
import { UsageSection } from '../overview/usage';
import { Calibration } from '../results/calibration';
import { Items } from '../results/items';
import { OutcomeSection } from '../results/outcomes';
import { Robustness } from '../results/robustness';
import { seriesOf } from './arms';
import type { Point } from './point';

// A library, nine drawings and their tables: a busy machine needs a while.
vi.setConfig({ testTimeout: 60_000 });

/** A mark as the library gets it: where it stands, and every number that gives it a place, a length or a text. */
type Mark = { kind: string; point: Point; numbers: number[]; text: string | undefined };
/** The marks of each chart by its title, and those that wait for the chart that they are made for. */
const drawn = vi.hoisted(() => ({ byTitle: new Map<string, unknown[]>(), marks: [] as unknown[] }));

vi.mock('@observablehq/plot', async (actual) => {
  const real = await actual<Record<string, (...of: unknown[]) => unknown>>();
  const seen = (kind: string) => (data: unknown, options: Record<string, unknown>) => {
    for (const point of Array.isArray(data) ? data : []) {
      // Lines to compare with and grids are about no row.
      if (typeof point !== 'object' || point === null) continue;
      const channels = ['x', 'y', 'x1', 'x2', 'y1', 'y2'].map((name) => {
        const channel = options?.[name];
        return typeof channel === 'string' ? point[channel as keyof typeof point] : undefined;
      });
      const written = options?.text;
      drawn.marks.push({
        kind,
        point,
        numbers: channels.filter((value) => typeof value === 'number'),
        text: typeof written === 'function' ? written(point) : undefined,
      });
    }
    return real[kind]?.(data, options);
  };
  const kinds = ['dot', 'barX', 'ruleX', 'ruleY', 'line', 'text'];
  const plot = (options: { ariaLabel: string }) => {
    drawn.byTitle.set(options.ariaLabel, drawn.marks);
    drawn.marks = [];
    return real.plot?.(options);
  };
  return { ...real, ...Object.fromEntries(kinds.map((kind) => [kind, seen(kind)])), plot };
});

beforeEach(() => {
  drawn.byTitle.clear();
  // jsdom lays nothing out: a width to draw at.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly told: (entries: unknown[]) => void;
      constructor(told: (entries: unknown[]) => void) {
        this.told = told;
      }
      observe() {
        this.told([{ contentRect: { width: 600 } }]);
      }
      disconnect() {}
    },
  );
});

const arms = ['a', 'b', 'c'].map((id) => ({ id, label: `Arm ${id.toUpperCase()}`, group: null }));

/** Numbers that nothing else has, so that none is found by chance. */
let seed = 0;
const unlike = () => {
  seed = (seed * 16_807 + 12_345) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const some = (to: number) => 1 + Math.floor(unlike() * to);
const number = (): Num => {
  const value = unlike() - 0.5;
  return {
    n: some(900),
    value,
    low: value - unlike() / 3,
    high: value + unlike() / 3,
    deviation: unlike(),
    why: null,
  };
};
const share = (): Num => {
  const value = 0.4 + unlike() / 5;
  return { ...number(), value, low: value - unlike() / 5, high: value + unlike() / 5 };
};
const contrast = (arm: number, against: number) => ({
  ...number(),
  arm,
  against,
  comparison: `${arms[arm]?.label} \u2212 ${arms[against]?.label}`,
  df: some(300),
  t: unlike(),
  p: unlike(),
  pHolm: unlike(),
  standardError: unlike(),
});
const steps = (): StepCounts[] =>
  ['/consent', '/home', '/end'].map((step) => ({
    step,
    entered: some(4000),
    passed: some(4000),
    withdrawn: some(40),
    active: some(40),
    idle: some(40),
    stuck: some(40),
    gone: some(40),
    medianSeconds: some(900),
  }));

function overview(): Overview {
  const day = (name: string) => ({
    day: name,
    arms: arms.map(({ id }) => ({
      arm: id,
      allocated: some(90),
      exposed: some(9),
      finished: some(9),
      withdrawn: some(9),
    })),
  });
  const counts = {
    allocated: 1,
    exposed: 1,
    finished: 1,
    underWay: 1,
    withdrawn: 1,
    excluded: 1,
    erased: 0,
  };
  return {
    all: counts,
    arms: arms.map((arm) => ({ ...counts, arm, quota: null, steps: steps() })),
    days: ['2026-11-20', '2026-11-21'].map(day),
    steps: steps(),
    masked: true,
  } as never;
}

function report(): Report {
  const pairs = [contrast(1, 0), contrast(2, 0), contrast(2, 1)];
  const three = (make: () => Num) => arms.map(make);
  return {
    arms,
    outcomes: [
      {
        id: 'd',
        label: 'd\u2032',
        meaning: '',
        primary: true,
        unit: 'deviations',
        before: three(number),
        after: three(number),
        contrasts: pairs,
      },
    ],
    curves: ['before', 'after'].flatMap((phase) =>
      arms.map((_, arm) => ({
        phase,
        arm,
        auc: share(),
        type2Auc: share(),
        roc: [],
        calibration: [0.5, 0.7, 1].map((confidence) => {
          const { value, low, high } = share();
          return { confidence, answers: some(900), accuracy: value, low, high };
        }),
      })),
    ),
    items: ['One', 'Two', 'Three'].map((title) => ({
      id: title,
      title,
      kind: 'video',
      phase: 'after',
      right: share(),
      hits: share(),
      falseAlarms: share(),
      discrimination: number(),
    })),
    populations: ['Everybody', 'Per protocol'].map((label) => ({
      id: label,
      label,
      people: [],
      contrasts: pairs.map((pair) => ({ ...pair, ...number() })),
    })),
    bounds: [],
    loss: { arms: [], chiSquare: 1, df: 1, p: 1 },
  } as never;
}

function usage(): Usage {
  const steps = () =>
    ['/home', '/end'].map((step) => ({
      step,
      people: some(4000),
      wentOn: some(4000),
      medianSeconds: some(900),
    }));
  const kind = (name: string) => ({ kind: name, name, people: some(4000), events: some(90_000) });
  return {
    collected: true,
    kinds: ['Page Viewed', 'Clicked'].map(kind),
    pages: [],
    funnel: { all: steps(), arms: arms.map((arm) => ({ arm, steps: steps() })) },
  } as never;
}

/** The number that a text shows, and how far what it stands for may be from it; a percentage is a share. */
function read(text: string): { value: number; within: number }[] {
  const found = text.replaceAll('\u2212', '-').matchAll(/([+-]?[\d,]*\.?\d+)( ?%)?/g);
  return [...found].map(([, digits = '', percent]) => {
    const plain = digits.replaceAll(',', '');
    const scale = percent ? 0.01 : 1;
    const places = plain.split('.')[1]?.length ?? 0;
    return { value: Number(plain) * scale, within: (scale * 0.5 + 1e-9) * 10 ** -places };
  });
}

const shows = (text: string, value: number) =>
  read(text).some((shown) => Math.abs(shown.value - value) <= shown.within);

/** The cells of the rows that a mark can be about: they name what it stands at, and its series. */
function rowsOf(rows: string[][], { point }: Mark): string[][] {
  const { name, series, at } = point;
  const label = arms.find((arm) => arm.id === series)?.label ?? series;
  return rows.filter(
    (cells) =>
      // What else stands in the cell, such as an id, comes after the name.
      cells.some((cell) => cell.startsWith(name)) &&
      (series === '' || cells.includes(label)) &&
      (typeof at !== 'number' || cells.some((cell) => shows(cell, at))),
  );
}

/** Draws and opens each chart's table; for each chart, how many of its numbers were held against the table. */
async function held(children: ReactNode): Promise<Record<string, number>> {
  const page = <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const router = createMemoryRouter([{ path: '*', element: page }]);
  const { unmount } = render(<RouterProvider router={router} />);
  const figures = await screen.findAllByRole('figure');
  const drawing = (figure: HTMLElement) => figure.querySelector('svg[role="img"]');
  await waitFor(() => expect(figures.every(drawing)).toBe(true), { timeout: 30_000 });
  const held: Record<string, number> = {};
  for (const figure of figures) {
    const title = within(figure).getByRole('heading').textContent ?? '';
    const button = within(figure).queryByRole('button', { name: 'Show as table' });
    if (button) fireEvent.click(button);
    const table = within(figure).getByRole('table', { name: title });
    const listed = [...table.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent ?? ''),
    );
    const marks = (drawn.byTitle.get(title) ?? []) as Mark[];
    for (const mark of marks) {
      const rows = rowsOf(listed, mark);
      expect(rows, `${title}: the row of ${JSON.stringify(mark.point)}`).toHaveLength(1);
      const cells = rows[0] ?? [];
      for (const value of mark.numbers) {
        expect(
          cells.some((cell) => shows(cell, value)),
          `${title}: ${value} of a ${mark.kind} in ${cells.join(' | ')}`,
        ).toBe(true);
      }
      if (mark.text !== undefined) expect(cells).toContain(mark.text);
      held[title] = (held[title] ?? 0) + mark.numbers.length;
    }
  }
  unmount();
  return held;
}

test('what a cell shows is compared as far as it is written out', () => {
  expect(shows('[\u22120.31, 0.12]', -0.3149)).toBe(true);
  expect(shows('[\u22120.31, 0.12]', 0.3149)).toBe(false);
  expect(shows('42% (1,250)', 0.4246)).toBe(true);
  expect(shows('42% (1,250)', 0.4254)).toBe(false);
  expect(shows('42% (1,250)', 1250)).toBe(true);
  expect(shows('42.5%', 0.4246)).toBe(true);
});

test('every number of every chart of the overview is in its table', async () => {
  client.setQueryData(keyOf('/api/admin/events'), usage());
  const numbers = await held(
    <>
      <EnrolmentSection overview={overview()} />
      <Funnel overview={overview()} />
      <UsageSection />
    </>,
  );
  // A line and a mark for each arm and day; a bar and its text for each step.
  expect(Object.values(numbers)).toEqual([12, 6, 4, 4]);
});

test('every number of every chart of the results is in its table', async () => {
  const found = report();
  const series = seriesOf(found.arms);
  const numbers = await held(
    <>
      <OutcomeSection report={found} series={series} />
      <Calibration report={found} series={series} />
      <Items report={found} />
      <Robustness report={found} series={series} />
    </>,
  );
  // An estimate and both ends for each arm and test, pair, item, and population with pair; at each confidence the
  // line's two, the mark's two, and the interval's three.
  expect(Object.values(numbers)).toEqual([18, 9, 63, 9, 18]);
});

test('no chart of the console is left out here', () => {
  const files = import.meta.glob('../**/*.tsx', { query: '?raw', import: 'default', eager: true });
  const charts = Object.entries(files)
    .filter(([path]) => !path.includes('.test.'))
    .flatMap(([path, source]) => [...String(source).matchAll(/<Chart</g)].map(() => path));
  expect(charts.map((path) => path.split('/').at(-1)).sort()).toEqual(
    [
      'calibration',
      'enrolment',
      'funnel',
      'items',
      'outcomes',
      'outcomes',
      'robustness',
      'usage-funnel',
      'usage',
    ].map((name) => `${name}.tsx`),
  );
});
