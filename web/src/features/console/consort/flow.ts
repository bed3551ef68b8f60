import { TEXT, wrap } from '../parts/letters';

/** One line under a box's title: what, and how many. `deep` is a reason under the line above it. */
export type Line = { text: string; n: number; deep?: boolean };

/** A box of the diagram. */
export type Box = { title: string; n: number; lines: Line[] };

/** One arm's way down: a box for each stage, or none where it has nothing to say. */
type ArmFlow = { label: string; boxes: Box[] };

/** The flow of participants, as CONSORT 2025 has it (Hopewell et al. 2025, doi:10.1136/bmj-2024-081123, figure 1). */
export type Flow = {
  /** Names of the stages at the edge: enrolment, then one for each row of the arms' boxes. */
  stages: string[];
  assessed: Box;
  excluded: Box;
  randomised: Box;
  arms: ArmFlow[];
};

/** A line of text inside a drawn box, by its baseline. */
type Row = { text: string; x: number; y: number; strong: boolean };
export type DrawnBox = { x: number; y: number; width: number; height: number; rows: Row[] };
type Arrow = { path: string; head: { x: number; y: number; turn: number } };
export type Drawn = {
  width: number;
  height: number;
  boxes: DrawnBox[];
  arrows: Arrow[];
  stages: { label: string; y: number; height: number }[];
};

/** Pixels. */
const ROW = 18;
const PAD = 12;
const COLUMN = 268;
const GAP = 24;
const STEP = 36;
const EDGE = 40;

/** Characters that turn the direction of what follows, up to another one: in a drawing also the figure and the lines below. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The figure belongs to its words, and is on one line. */
const counted = (text: string, n: number) => `${text.replace(TURNS, '')} (n\u00a0=\u00a0${n})`;

function fill(box: Box, x: number, y: number, width: number): DrawnBox {
  const rows: Row[] = [];
  let at = y + PAD + TEXT;
  const write = (text: string, indent: number, strong: boolean) => {
    for (const line of wrap(text, width - 2 * PAD - indent, strong)) {
      rows.push({ text: line, x: x + PAD + indent, y: at, strong });
      at += ROW;
    }
  };
  write(counted(box.title, box.n), 0, true);
  for (const line of box.lines) write(counted(line.text, line.n), line.deep ? 16 : 0, false);
  return { x, y, width, height: at - y - TEXT + PAD - 6, rows };
}

const middle = (box: DrawnBox) => box.x + box.width / 2;
const foot = (box: DrawnBox) => box.y + box.height;

/** Lays the diagram out: enrolment in the middle, the excluded beside it, the arms next to each other below. */
export function layOut(flow: Flow): Drawn {
  const count = flow.arms.length;
  const across = Math.max(count, 2);
  const inner = across * COLUMN + (across - 1) * GAP;
  const width = EDGE + inner + 1;
  const centre = EDGE + inner / 2;
  const assessed = fill(flow.assessed, centre - COLUMN / 2, 1, COLUMN);
  const beside = fill(flow.excluded, centre + GAP, foot(assessed) + STEP / 2, inner / 2 - GAP);
  const randomised = fill(flow.randomised, centre - COLUMN / 2, foot(beside) + STEP / 2, COLUMN);
  const boxes = [assessed, beside, randomised];
  const arrows = [
    down(centre, foot(assessed), randomised.y),
    right(centre, beside.y + beside.height / 2, beside.x),
  ];
  const stages = [{ label: flow.stages[0] ?? '', y: 1, height: foot(randomised) - 1 }];

  const left = EDGE + (inner - (count * COLUMN + (count - 1) * GAP)) / 2;
  const rows = Math.max(0, ...flow.arms.map((arm) => arm.boxes.length));
  let y = foot(randomised) + STEP + 8;
  let above = flow.arms.map(() => randomised);
  for (let row = 0; row < rows; row++) {
    const drawn = flow.arms.map((arm, at) => {
      const box = arm.boxes[row];
      return box && fill(box, left + at * (COLUMN + GAP), y, COLUMN);
    });
    // The stage's name stands upright beside its boxes.
    const name = (flow.stages[row + 1] ?? '').length * 7.6 + 20;
    const height = Math.max(name, ...drawn.map((box) => box?.height ?? 0));
    for (const [at, box] of drawn.entries()) {
      const from = above[at];
      if (!box || !from) continue;
      // Boxes of one stage are of one height, as in the printed diagram.
      box.height = height;
      boxes.push(box);
      arrows.push(
        row === 0 ? branch(centre, foot(from), middle(box), y) : down(middle(box), foot(from), y),
      );
    }
    above = above.map((box, at) => drawn[at] ?? box);
    stages.push({ label: flow.stages[row + 1] ?? '', y, height });
    y += height + STEP;
  }
  return { width, height: y - STEP + 1, boxes, arrows, stages };
}

function down(x: number, from: number, to: number): Arrow {
  return { path: `M${x} ${from}V${to}`, head: { x, y: to, turn: 0 } };
}

function right(x: number, y: number, to: number): Arrow {
  return { path: `M${x} ${y}H${to}`, head: { x: to, y, turn: -90 } };
}

/** Down, across and down again. */
function branch(x: number, from: number, to: number, end: number): Arrow {
  return {
    path: `M${x} ${from}V${(from + end) / 2}H${to}V${end}`,
    head: { x: to, y: end, turn: 0 },
  };
}
