/**
 * The shapes of the HTTP API as the app uses them, named after docs/API-DESIGN.md. What the server
 * must fill is checked against the generated document in `schema.test.ts`.
 */

export type GroupType = 'control_0' | 'treatment_0' | 'treatment_1';

export interface Progress {
  part: number;
  of: number;
  done: number;
  minutesLeft: number;
}

export interface ConsentRecord {
  version: string;
  at: string;
  ticks: Record<string, boolean>;
}

export interface User {
  username: string;
  role: 'participant' | 'admin';
  groupType: GroupType | null;
  profile: { firstName: string; lastName: string };
  code: string | null;
  currentState: string;
  completedPersonas: string[];
  consent: ConsentRecord | null;
  progress: Progress | null;
  withdrawn: boolean;
  /** The id to send usage analytics under; null for who has not agreed to them. */
  analyticsId: string | null;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

export interface SignedIn extends Tokens {
  user: User;
}

export interface ConsentInput {
  version: string;
  locale: string;
  ticks: Record<string, boolean>;
}

export interface Registration {
  username: string;
  password: string;
  firstName?: string;
  lastName?: string;
  locale?: string;
  consent?: ConsentInput;
  recruitment?: Record<string, string>;
}

export interface CurrentState {
  currentState: string;
  nextState: string | null;
  progress: Progress | null;
}

export interface Mark {
  x: number;
  y: number;
  w: number;
  h: number;
  from?: number | null;
  to?: number | null;
}

export interface Verdict {
  correct: boolean;
  mayRetry: boolean;
  disabledAnswers: string[];
  truth: string | null;
  explanation: string | null;
  lookAlike: string | null;
  cue: string | null;
  marks: Mark[];
}

export interface Receipt {
  receipt: string | null;
  storedAt: string | null;
  repeated: boolean;
  currentState: string;
  nextState: string | null;
  progress: Progress | null;
  verdict: Verdict | null;
  completedPersonas: string[];
}

export interface MediaTiming {
  url: string;
  canPlay?: number | null;
  firstFrame?: number | null;
  watched: [number, number][];
  watchedOmitted: number;
  stalls: number;
  stalledFor: number;
  seeks: number;
  plays: number;
  muted: boolean;
  captions: boolean;
  error?: string | null;
}

export interface Timing {
  submit: number;
  firstInteraction?: number | null;
  hidden: number;
  changes: { item: string; at: number; omitted?: number }[];
  opened: { item: string; at: number; omitted?: number }[];
  media: MediaTiming[];
}

export interface FieldProblem {
  item: string;
  message: string;
}

/** Codes of docs/API-DESIGN.md, "Errors". */
export type ProblemCode =
  | 'malformed'
  | 'not_authenticated'
  | 'other_account'
  | 'login_failed'
  | 'refresh_failed'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'wrong_page'
  | 'conflict'
  | 'username_taken'
  | 'already_taking_part'
  | 'too_large'
  | 'unsupported_media_type'
  | 'invalid_answers'
  | 'invalid_fields'
  | 'consent_required'
  | 'study_closed'
  | 'withdrawn'
  | 'too_many_requests'
  | 'internal'
  | 'unavailable';

export interface LandingStep {
  title: string;
  text: string;
  picture: string;
}

export interface Landing {
  eyebrow: string;
  lead: string;
  button: string;
  chips: string[];
  steps: LandingStep[];
  facts: { label: string; value: string }[];
}

export interface Study {
  id: string;
  title: string;
  locales: { tag: string; name: string }[];
  minutes: number;
  minimumAge: number;
  contact: { name: string; institution: string; email: string };
  ethics: { board: string; id: string } | null;
  landing: Landing;
  /** What somebody who withdraws may choose. */
  withdrawal: 'choose' | 'keep' | 'erase';
  open: boolean;
  /** What to say to newcomers while they can not register, as HTML. */
  closed: string | null;
  usernameHint: string;
  /** How to send usage analytics; null if the study has none. A null host is this server. */
  analytics: { token: string; host: string | null } | null;
  /** Names of the link's parameters that belong into a registration. */
  recruitmentParameters: string[];
}

export interface ConsentTick {
  id: string;
  label: string;
  note: string | null;
  required: boolean;
  analytics: boolean;
}

export interface StudyConsent {
  version: string;
  keyFacts: string[];
  sections: { title: string; html: string }[];
  ticks: ConsentTick[];
  declined: string;
}

export type MediaKind = 'video' | 'image' | 'audio';

export interface PublicMedia {
  kind: MediaKind;
  sources: { url: string; mediaType: string }[];
  poster: string | null;
  captions: { locale: string; name: string; url: string }[];
  alt: string;
  transcript: string | null;
  width: number | null;
  height: number | null;
  seconds: number | null;
}

export interface PublicPoint {
  value: number;
  label: string;
}

export interface PublicChoice {
  value: string;
  label: string;
  note: string | null;
  exclusive: boolean;
}

export interface PublicPost {
  author: string;
  handle: string;
  age: string;
  text: string;
}

export type AnswerValue = string | number | boolean | null;

export interface PublicCondition {
  item: string;
  is: AnswerValue[] | null;
  isNot: AnswerValue[] | null;
  atLeast: number | null;
  atMost: number | null;
}

type Ends = [string, string];

export type PublicKind =
  | { kind: 'single'; options: PublicChoice[] }
  | { kind: 'multiple'; options: PublicChoice[]; min: number | null; max: number | null }
  | { kind: 'likert'; points: PublicPoint[]; ends: Ends | null }
  | {
      kind: 'matrix';
      rows: { id: string; label: string }[];
      points: PublicPoint[];
      ends: Ends | null;
    }
  | { kind: 'slider'; min: number; max: number; step: number; ends: Ends; unit: string | null }
  | {
      kind: 'number';
      min: number | null;
      max: number | null;
      integer: boolean;
      unit: string | null;
    }
  | { kind: 'text'; long: boolean; minLength: number | null; maxLength: number }
  | { kind: 'date'; min: string | null; max: string | null }
  | { kind: 'confidence'; points: PublicPoint[]; ends: Ends | null }
  | {
      kind: 'judgement';
      media: PublicMedia | null;
      post: PublicPost | null;
      options: PublicChoice[];
      confidence: boolean;
      sharing: boolean;
    }
  | { kind: 'information'; html: string; media: PublicMedia | null };

export type PublicItem = {
  id: string;
  label: string;
  help: string | null;
  required: boolean;
  showIf: PublicCondition | null;
} & PublicKind;

export interface PublicSection {
  id: string;
  title: string;
  intro: string | null;
  items: PublicItem[];
}

export interface PublicQuestionnaire {
  title: string;
  intro: string | null;
  sections: PublicSection[];
  done: number;
  /** Saved answers that conditions of later sections read. */
  known: Record<string, unknown>;
}

export interface PublicPersona {
  id: string;
  name: string;
  role: string;
  bio: string;
}

export interface PersonaEntry extends PublicPersona {
  state: 'open' | 'under_way' | 'done';
  posts: number;
  answered: number;
}

export interface PublicPractice {
  id: string;
  prompt: string;
  options: PublicChoice[];
  media: PublicMedia;
}

export interface PracticeReply {
  practice: PublicPractice;
  answer: string | null;
  verdict: Verdict | null;
}

export interface GivenAnswer {
  answer: string;
  confidence: number | null;
}

/** What has been answered so far, beside a question or a post. */
export interface Attempts {
  answers: GivenAnswer[];
  disabledAnswers: string[];
  verdict: Verdict | null;
}

export interface PublicQuestion {
  id: string;
  number: number;
  persona: PublicPersona;
  prompt: string;
  context: string | null;
  options: PublicChoice[];
  confidence: boolean;
  media: PublicMedia;
}

export type FlowAQuestion = PublicQuestion & Attempts;

export interface PublicFollowup {
  prompt: string;
  options: PublicChoice[];
  mark: boolean;
  words: boolean;
}

export interface FlowAConfig {
  totalQuestions: number;
  interimAfter: number | null;
  attempts: number;
  confidence: boolean;
  followup: PublicFollowup | null;
  mediaTypes: string[];
}

export interface PublicEvidence {
  id: string;
  kind: string;
  text: string;
  media: PublicMedia | null;
}

export interface PublicFlowBPost {
  id: string;
  number: number;
  persona: string;
  post: PublicPost;
  prompt: string;
  options: PublicChoice[];
  confidence: boolean;
  media: PublicMedia | null;
  evidence: PublicEvidence[];
}

export type FlowBPost = PublicFlowBPost & Attempts;

export interface FlowBReply {
  intro: string;
  posts: FlowBPost[];
}

/** A clip of the control flow; its opening has neither persona nor medium, and `context` as its heading. */
export interface PublicClip {
  id: string;
  number: number;
  persona: PublicPersona | null;
  context: string | null;
  media: PublicMedia | null;
  ratings: PublicItem[];
}

export interface ControlFlowReply {
  clips: PublicClip[];
  done: number;
}

export interface PublicDebrief {
  id: string;
  who: string | null;
  text: string;
  thumb: string | null;
  media: PublicMedia | null;
  truth: string;
  cue: string | null;
  marks: Mark[];
  explanation: string | null;
  answer: string | null;
  correct: boolean | null;
}

export interface DebriefReply {
  html: string;
  items: PublicDebrief[];
  /** The trainings' items, for who was in an arm without one. */
  training: PublicExercise[];
}

/** An item of a training with its answer: an exercise of which nothing is stored. */
export interface PublicExercise {
  id: string;
  who: string | null;
  prompt: string;
  context: string | null;
  options: PublicChoice[];
  media: PublicMedia | null;
  /** In Flow B. */
  post: PublicPost | null;
  evidence: PublicEvidence[];
  /** Value of the right answer. */
  correct: string;
  /** As after the right answer. */
  verdict: Verdict;
  /** It is altered here, and the participant has rated the original. */
  ratedOriginal: boolean;
}
