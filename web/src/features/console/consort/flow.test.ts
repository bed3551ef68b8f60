import { expect, test } from 'vitest';
import { widthOf } from '../parts/letters';
import { type Box, type DrawnBox, type Flow, layOut } from './flow';

const box = (title: string, n: number, lines: Box['lines'] = []): Box => ({ title, n, lines });

const flow: Flow = {
  stages: ['Enrolment', 'Allocation', 'Follow-up', 'Analysis'],
  assessed: box('Registered', 320),
  excluded: box('Not randomised', 8, [
    { text: 'No consent given', n: 5 },
    { text: 'Had everything erased before the first page that differs', n: 3, deep: true },
  ]),
  randomised: box('Randomised', 312),
  arms: ['A', 'B', 'C'].map((label) => ({
    label,
    boxes: [
      box(`Allocated to arm ${label}`, 104, [{ text: 'Received it', n: 100 }]),
      box('Lost to follow-up', 4),
      box('Analysed', 96, [{ text: 'Excluded from the analysis', n: 4 }]),
    ],
  })),
};

const apart = (a: DrawnBox, b: DrawnBox) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

test.each([1, 2, 3, 5])('with %i arms nothing overlaps and nothing leaves the drawing', (count) => {
  const arms = Array.from(
    { length: count },
    (_, at) => flow.arms[at % 3] ?? { label: '', boxes: [] },
  );
  const drawn = layOut({ ...flow, arms });
  expect(drawn.boxes).toHaveLength(3 + count * 3);
  for (const [at, one] of drawn.boxes.entries()) {
    expect(one.x).toBeGreaterThanOrEqual(0);
    expect(one.x + one.width).toBeLessThanOrEqual(drawn.width);
    expect(one.y + one.height).toBeLessThanOrEqual(drawn.height);
    for (const other of drawn.boxes.slice(at + 1)) expect(apart(one, other)).toBe(true);
    for (const row of one.rows) {
      expect(row.y).toBeGreaterThan(one.y);
      expect(row.y).toBeLessThan(one.y + one.height);
    }
  }
});

test('every figure of the flow stands in the drawing, beside its words', () => {
  const text = layOut(flow)
    .boxes.flatMap((one) => one.rows.map((row) => row.text))
    .join(' ');
  for (const n of [320, 8, 5, 3, 312, 104, 100, 4, 96])
    expect(text).toContain(`(n\u00a0=\u00a0${n})`);
});

test('every arm is reached from the randomisation', () => {
  const drawn = layOut(flow);
  const randomised = drawn.boxes[2];
  const first = drawn.boxes.slice(3, 6);
  const foot = (randomised?.y ?? 0) + (randomised?.height ?? 0);
  for (const one of first) {
    const arrow = drawn.arrows.find(
      ({ head }) => head.x === one.x + one.width / 2 && head.y === one.y,
    );
    expect(arrow?.path).toMatch(new RegExp(`^M[\\d.]+ ${foot}V`));
  }
});

test('a strong line keeps to its box, as the name of an arm that has one', () => {
  const title = 'Randomised to Cue practice (Flow A)';
  const arms = [{ label: '', boxes: [box(title, 212)] }];
  const drawn = layOut({ ...flow, arms }).boxes[3];
  expect(drawn?.rows.length).toBeGreaterThan(1);
  for (const row of drawn?.rows ?? []) {
    const end = row.x + widthOf(row.text, true);
    expect(end).toBeLessThanOrEqual((drawn?.x ?? 0) + (drawn?.width ?? 0) - 12);
  }
});

/** The last box of the first arm, which has the reasons. */
function excludedFor(reason: string) {
  const lines = [
    { text: 'Excluded', n: 1 },
    { text: reason, n: 1, deep: true },
  ];
  const boxes = [box('Analysed', 95, lines)];
  return layOut({ ...flow, arms: [{ label: 'A', boxes }] }).boxes[3];
}

test('a reason without a space keeps to its box, which grows with it', () => {
  const [long, short] = [excludedFor('Donaudampfschiff'.repeat(31)), excludedFor('Asked')];
  const end = (long?.x ?? 0) + (long?.width ?? 0);
  for (const { text, x, y } of long?.rows ?? []) {
    expect(x + widthOf(text)).toBeLessThanOrEqual(end - 12);
    expect(y).toBeLessThan((long?.y ?? 0) + (long?.height ?? 0));
  }
  const words = long?.rows.map((row) => row.text).join('');
  expect(words).toContain('Donaudampfschiff'.repeat(31));
  expect(long?.height).toBeGreaterThan((short?.height ?? 0) + 10 * 18);
});

test('nothing in a reason turns the figure after it round', () => {
  for (const turn of ['\u202e', '\u202b', '\u2067', '\u2069\u202e']) {
    const rows = excludedFor(`Asked ${turn}to leave`)?.rows.map((row) => row.text);
    expect(rows).toEqual([
      'Analysed (n\u00a0=\u00a095)',
      'Excluded (n\u00a0=\u00a01)',
      'Asked to leave (n\u00a0=\u00a01)',
    ]);
  }
});
