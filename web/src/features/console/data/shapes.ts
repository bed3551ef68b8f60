/** TEMPORARY: until the generated types have them. */
export interface ArmName {
  id: string;
  label: string;
  group: string | null;
}
export interface Enrolment {
  allocated: number;
  exposed: number;
  finished: number;
  underWay: number;
  withdrawn: number;
  erased: number;
  excluded: number;
}
export interface StepCounts {
  step: string;
  entered: number;
  passed: number;
  withdrawn: number;
  active: number;
  idle: number;
  stuck: number;
  gone: number;
  medianSeconds?: number | null;
}
export interface ArmOverview extends Enrolment {
  arm: ArmName;
  quota?: number | null;
  steps: StepCounts[];
}
export interface ArmDay {
  arm: string;
  allocated: number;
  exposed: number;
  finished: number;
  withdrawn: number;
}
export interface Day {
  day: string;
  arms: ArmDay[];
}
export interface Signs {
  tooFast: number;
  straightLining: number;
  failedAttention: number;
  mediaFailed: number;
  stuck: number;
  any: number;
}
export interface Overview {
  status: 'open' | 'paused' | 'closed';
  masked: boolean;
  withSimulated: boolean;
  target?: number | null;
  all: Enrolment;
  arms: ArmOverview[];
  days: Day[];
  steps: StepCounts[];
  signs: Signs;
  kinds: { people: number; simulated: number; previews: number };
}
export type ParticipantStatus = 'under_way' | 'finished' | 'withdrawn';
export type Presence = 'active' | 'idle' | 'stuck' | 'gone';
export type Sign = 'too_fast' | 'straight_lining' | 'failed_attention' | 'media_failed' | 'stuck';
export interface Signed {
  sign: Sign;
  times: number;
}
export interface ParticipantRow {
  code: string;
  arm?: ArmName | null;
  status: ParticipantStatus;
  presence?: Presence | null;
  step: string;
  simulated: boolean;
  locale: string;
  registeredAt: string;
  movedAt: string;
  finishedAt?: string | null;
  excluded?: string | null;
  signs: Signed[];
}
export interface ParticipantList {
  participants: ParticipantRow[];
  next?: string | null;
  matching: number;
  all: number;
  masked: boolean;
}
export interface ArmState {
  arm: ArmName;
  quota?: number | null;
  allocated: number;
}
export interface Version {
  hash: string;
  activatedAt: string;
  active: boolean;
  people: number;
  simulated: number;
}
export interface StudyState {
  id: string;
  title: string;
  status: 'open' | 'paused' | 'closed';
  open: boolean;
  masked: boolean;
  target?: number | null;
  quota?: number | null;
  allocated: number;
  arms: ArmState[];
  versions: Version[];
  schedule: { places: number; commitment?: string | null };
  locales: string[];
}
export interface Num {
  n: number;
  value?: number | null;
  low?: number | null;
  high?: number | null;
  deviation?: number | null;
  why?: string | null;
}
export interface Contrast {
  comparison: string;
  arm: number;
  against: number;
  n: number;
  value?: number | null;
  low?: number | null;
  high?: number | null;
  standardError?: number | null;
  t?: number | null;
  df?: number | null;
  p?: number | null;
  pHolm?: number | null;
  why?: string | null;
}
export type Verdict =
  | 'supported'
  | 'not_shown'
  | 'opposite'
  | 'held'
  | 'harm'
  | 'unclear'
  | 'different'
  | 'not_different'
  | 'not_computed';
export interface Hypothesis {
  id: string;
  statement: string;
  verdict: Verdict;
  words: string;
  outcome: string;
  contrast: Contrast;
}
export type Unit = 'share' | 'deviations' | 'area' | 'score' | 'points';
export interface Outcome {
  id: string;
  label: string;
  meaning: string;
  unit: Unit;
  primary: boolean;
  before: Num[];
  after: Num[];
  contrasts: Contrast[];
}
export type Phase = 'before' | 'after';
export interface Curves {
  arm: number;
  phase: Phase;
  calibration: {
    confidence: number;
    answers: number;
    accuracy: number;
    low: number;
    high: number;
  }[];
  roc: { falseAlarms: number; hits: number }[];
  auc: Num;
  type2Auc: Num;
}
export interface Item {
  id: string;
  title: string;
  kind: string;
  cue?: string | null;
  phase: Phase;
  right: Num;
  hits: Num;
  falseAlarms: Num;
  discrimination: Num;
}
export interface Reason {
  reason: string;
  people: number;
}
export interface ReportArmFlow {
  arm: number;
  randomised: number;
  trainingStarted: number;
  trainingCompleted: number;
  testStarted: number;
  testCompleted: number;
  completed: number;
  unfinished: number;
  unfinishedAt: Reason[];
  withdrew: number;
  erased: number;
  excluded: number;
  excludedReasons: Reason[];
  analysed: number;
}
export interface ReportFlow {
  registered: number;
  consented: number;
  notRandomised: number;
  notRandomisedReasons: Reason[];
  randomised: number;
  arms: ReportArmFlow[];
}
export interface ArmLoss {
  arm: number;
  randomised: number;
  lost: number;
  share: Num;
  difference?: Num | null;
}
export interface Loss {
  arms: ArmLoss[];
  chiSquare?: number | null;
  df?: number | null;
  p?: number | null;
}
export interface Population {
  id: string;
  label: string;
  people: number[];
  contrasts: Contrast[];
}
export interface Bounds {
  comparison: string;
  observed?: number | null;
  worst?: number | null;
  best?: number | null;
}
export interface Scale {
  id: string;
  label: string;
  questionnaire: string;
  items: number;
  alpha: Num;
  arms: Num[];
}
export interface Quartiles {
  n: number;
  low?: number | null;
  median?: number | null;
  high?: number | null;
}
export interface Times {
  arm: number;
  whole: Quartiles;
  steps: { page: string; entered: number; stayed: number; time: Quartiles }[];
}
export interface FlagCount {
  flag: string;
  label: string;
  arms: number[];
}
export interface Model {
  n: number;
  adjustedMeans: Num[];
  slope: Num;
  armsP?: number | null;
  rSquared?: number | null;
  residual?: number | null;
  why?: string | null;
}
export interface Report {
  about: {
    title: string;
    version: string;
    masked: boolean;
    simulated: number;
    simulatedLeftOut: number;
    alpha: number;
    falseAlarmMargin: number;
    target?: number | null;
  };
  arms: { id: string; label: string }[];
  headline: string;
  cautions: string[];
  hypotheses: Hypothesis[];
  flow: ReportFlow;
  loss: Loss;
  outcomes: Outcome[];
  model: Model;
  populations: Population[];
  bounds: Bounds[];
  curves: Curves[];
  items: Item[];
  scales: Scale[];
  times: Times[];
  flags: FlagCount[];
}
export interface UnblindingState {
  unblinded: boolean;
  at?: string | null;
  actor?: string | null;
  reason?: string | null;
  arms: ArmName[];
}
export interface Shown {
  file: string;
  firstFrameSeconds?: number | null;
  watchedSeconds: number;
  stalls: number;
  error?: string | null;
}
export interface Submitted {
  at: string;
  receipt: string;
  step: string;
  item?: string | null;
  attempt: number;
  correct?: boolean | null;
  answers?: Record<string, unknown> | null;
  seconds?: number | null;
  hiddenSeconds?: number | null;
  media: Shown[];
  signs: Sign[];
}
export type Moment =
  | { kind: 'registered'; at: string }
  | {
      kind: 'consented';
      at: string;
      version: string;
      locale: string;
      ticks: Record<string, boolean>;
    }
  | { kind: 'entered'; at: string; step: string }
  | { kind: 'exposed'; at: string }
  | ({ kind: 'submitted' } & Submitted)
  | { kind: 'finished'; at: string }
  | { kind: 'withdrawn'; at: string }
  | { kind: 'excluded'; at: string; reason: string; actor: string }
  | { kind: 'event'; at: string; name?: string | null; page?: string | null };
export interface ParticipantDetail extends ParticipantRow {
  masked: boolean;
  studyVersion: string;
  excludedBy?: string | null;
  withdrawnAt?: string | null;
  timeline: Moment[];
}
export interface AuditEntry {
  number: number;
  at: string;
  actor: string;
  action: string;
  details: unknown;
}
export interface AuditLog {
  entries: AuditEntry[];
  next?: number | null;
  chain: { whole: boolean; entries: number; brokenAt?: number | null };
}
export interface AtStep {
  step: string;
  people: number;
}
export interface ConsortArm {
  arm: ArmName;
  allocated: number;
  exposed: number;
  completed: number;
  underWay: number;
  withdrawnKept: number;
  withdrawnErased: number;
  excluded: Reason[];
  analysable: number;
  entered: AtStep[];
  stopped: AtStep[];
}
export interface ConsortFigures {
  registered: number;
  consented: number;
  unallocated: number;
  masked: boolean;
  arms: ConsortArm[];
}
export interface Usage {
  collected: boolean;
  masked: boolean;
  kinds: { kind: string; name: string; events: number; people: number }[];
  pages: { page: string; views: number; people: number }[];
}
