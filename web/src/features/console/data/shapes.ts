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
