import type { ReportReason as Reason, Report, ReportArmFlow } from '@/api/schema';
import type { Box, Flow, Line } from './flow';

/** The words around the figures. */
export type FlowWords = {
  stages: string[];
  registered: string;
  simulated: string;
  notRandomised: string;
  randomised: string;
  randomisedTo: (arm: string) => string;
  started: string;
  completed: string;
  notFinished: string;
  unfinished: string;
  withdrew: string;
  erased: string;
  analysed: string;
  excluded: string;
  erasedAfterEnd: string;
  noOutcome: string;
};

const deep = (reasons: readonly Reason[], name: (text: string) => string): Line[] =>
  reasons.map(({ reason, people }) => ({ text: name(reason), n: people, deep: true }));

/** A line only where there is somebody to speak of. */
const some = (text: string, n: number, below: Line[] = []): Line[] =>
  n > 0 ? [{ text, n }, ...below] : [];

function arm(
  flow: ReportArmFlow,
  label: string,
  w: FlowWords,
  name: (page: string) => string,
): Box[] {
  const { randomised, completed, unfinished, excluded, analysed } = flow;
  const erasedAfterEnd = flow.erased - flow.erasedBeforeEnd;
  return [
    {
      title: w.randomisedTo(label),
      n: randomised,
      // There are none while the arms are masked. Of who had everything erased nobody knows.
      lines: [
        ...some(w.started, flow.trainingStarted ?? 0),
        ...some(w.completed, flow.trainingCompleted ?? 0),
      ],
    },
    {
      title: w.notFinished,
      n: randomised - completed,
      lines: [
        ...some(w.unfinished, unfinished, deep(flow.unfinishedAt, name)),
        // Who withdrew after the end has finished.
        ...some(w.withdrew, flow.withdrewBeforeEnd),
        ...some(w.erased, flow.erasedBeforeEnd),
      ],
    },
    {
      title: w.analysed,
      n: analysed,
      lines: [
        ...some(
          w.excluded,
          excluded,
          deep(flow.excludedReasons, (reason) => reason),
        ),
        ...some(w.erasedAfterEnd, erasedAfterEnd),
        ...some(w.noOutcome, randomised - analysed - excluded - erasedAfterEnd),
      ],
    },
  ];
}

/** The diagram of a report's figures; `name` says what a page is called. */
export function flowOf(
  { flow, arms, about }: Pick<Report, 'flow' | 'arms'> & { about: { simulated: number } },
  w: FlowWords,
  name: (page: string) => string,
): Flow {
  return {
    stages: w.stages,
    assessed: {
      title: w.registered,
      n: flow.registered,
      lines: some(w.simulated, about.simulated),
    },
    excluded: {
      title: w.notRandomised,
      n: flow.notRandomised,
      lines: flow.notRandomisedReasons.map(({ reason, people }) => ({
        text: reason.replace(/\/[a-z-]+(\/[a-z-]+)*/g, name),
        n: people,
      })),
    },
    randomised: { title: w.randomised, n: flow.randomised, lines: [] },
    arms: flow.arms.map((one) => {
      const label = arms[one.arm]?.label ?? '';
      return { label, boxes: arm(one, label, w, name) };
    }),
  };
}

/** One figure of the diagram in words: where it stands, what it counts. */
export type FlowRow = { stage: string; arm: string; what: string; n: number; deep: boolean };

/** The same figures as rows, made of the diagram itself, so that nothing is only drawn. */
export function rowsOf(flow: Flow): FlowRow[] {
  const rows = (stage: string, label: string, box: Box): FlowRow[] => [
    { stage, arm: label, what: box.title, n: box.n, deep: false },
    ...box.lines.map((line) => ({
      stage,
      arm: label,
      what: line.text,
      n: line.n,
      deep: line.deep ?? false,
    })),
  ];
  const enrolment = flow.stages[0] ?? '';
  return [
    ...[flow.assessed, flow.excluded, flow.randomised].flatMap((box) => rows(enrolment, '', box)),
    ...flow.stages.slice(1).flatMap((stage, at) =>
      flow.arms.flatMap((one) => {
        const box = one.boxes[at];
        return box ? rows(stage, one.label, box) : [];
      }),
    ),
  ];
}
