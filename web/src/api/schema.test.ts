/**
 * The types that the app is written against, and those that the server's document declares, say the
 * same. Checked by the compiler: a field renamed on one side only does not build. After a change of
 * the API: `make generate`.
 */
import { expect, test } from 'vitest';
import type * as wire from './schema';
import type * as ours from './types';

/** How the generator writes "any JSON value". */
type AnyJson = Record<string, never>;

/** The server writes every field, an absent value as null. */
type Sent<T> = T extends readonly (infer Item)[]
  ? Sent<Item>[]
  : T extends AnyJson
    ? // biome-ignore lint/suspicious/noExplicitAny: what may be any JSON agrees with everything
      any
    : T extends object
      ? { [K in keyof T]-?: Sent<Exclude<T[K], undefined>> }
      : T;

/** OpenAPI knows no pairs. */
type Loose<T> = T extends readonly (infer Item)[]
  ? Loose<Item>[]
  : T extends object
    ? { [K in keyof T]: Loose<T[K]> }
    : T;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The same fields, and nothing sent that ours does not take. */
type Agrees<Ours, Wire> =
  Same<keyof Ours, keyof Sent<Wire>> extends true
    ? [Sent<Wire>] extends [Loose<Ours>]
      ? true
      : 'a field has another type'
    : Exclude<keyof Ours, keyof Sent<Wire>> | Exclude<keyof Sent<Wire>, keyof Ours>;

type Replies = {
  user: Agrees<ours.User, wire.User>;
  consentRecord: Agrees<ours.ConsentRecord, wire.GivenConsent>;
  progress: Agrees<ours.Progress, wire.HowFar>;
  signedIn: Agrees<ours.SignedIn, wire.Session>;
  position: Agrees<ours.CurrentState, wire.Position>;
  receipt: Agrees<ours.Receipt, wire.Receipt>;
  verdict: Agrees<ours.Verdict, wire.PublicVerdict>;
  study: Agrees<ours.Study, wire.StudyInfo>;
  consent: Agrees<ours.StudyConsent, wire.PublicConsent>;
  tick: Agrees<ours.ConsentTick, wire.PublicTick>;
  media: Agrees<ours.PublicMedia, wire.PublicMedia>;
  questionnaire: Agrees<ours.PublicQuestionnaire, wire.PublicQuestionnaire>;
  section: Agrees<ours.PublicSection, wire.PublicSection>;
  choice: Agrees<ours.PublicChoice, wire.PublicChoice>;
  practice: Agrees<ours.PracticeReply, wire.Practice>;
  persona: Agrees<ours.PersonaEntry, wire.PersonaCard>;
  question: Agrees<ours.FlowAQuestion, wire.Question>;
  followup: Agrees<ours.PublicFollowup, wire.PublicFollowup>;
  flowA: Agrees<ours.FlowAConfig, wire.PublicFlowA>;
  posts: Agrees<ours.FlowBReply, wire.PersonaPosts>;
  post: Agrees<ours.FlowBPost, wire.Post>;
  evidence: Agrees<ours.PublicEvidence, wire.PublicEvidence>;
  controlFlow: Agrees<ours.ControlFlowReply, wire.ControlFlow>;
  clip: Agrees<ours.PublicClip, wire.Clip>;
  debrief: Agrees<ours.DebriefReply, wire.Debrief>;
  debriefItem: Agrees<ours.PublicDebrief, wire.PublicDebrief>;
  exercise: Agrees<ours.PublicExercise, wire.PublicExercise>;
};

const REPLIES: Replies = {
  user: true,
  consentRecord: true,
  progress: true,
  signedIn: true,
  position: true,
  receipt: true,
  verdict: true,
  study: true,
  consent: true,
  tick: true,
  media: true,
  questionnaire: true,
  section: true,
  choice: true,
  practice: true,
  persona: true,
  question: true,
  followup: true,
  flowA: true,
  posts: true,
  post: true,
  evidence: true,
  controlFlow: true,
  clip: true,
  debrief: true,
  debriefItem: true,
  exercise: true,
};

test('every reply that the app reads is one that the server declares', () => {
  expect(Object.values(REPLIES).every((agrees) => agrees)).toBe(true);
});
