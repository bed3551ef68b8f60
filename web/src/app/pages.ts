import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router';
import type { PageId } from './paths';

export type PageModule = { Component: ComponentType; loader?: LoaderFunction };

const questionnaire = () => import('@/features/questionnaire/questionnaire-page');
const practiceResult = () => import('@/features/practice/practice-result-page');
const feedbackA = () => import('@/features/flow-a/feedback-page');
const feedbackB = () => import('@/features/flow-b/feedback-page');

/** Every page file is a separate chunk, fetched when a page in it is first opened. */
export const PAGES = {
  landing: () => import('@/features/landing/landing-page'),
  consent: () => import('@/features/consent/consent-page'),
  auth: () => import('@/features/auth/auth-page'),
  preQuestionnaire: questionnaire,
  treatmentQuestionnaire: questionnaire,
  postQuestionnaire: questionnaire,
  end: () => import('@/features/debrief/debrief-page'),
  home: () => import('@/features/practice/practice-page'),
  homeRight: practiceResult,
  homeWrong: practiceResult,
  dashboard: () => import('@/features/dashboard/dashboard-page'),
  profile: () => import('@/features/profile/profile-page'),
  controlFlow: () => import('@/features/control-flow/control-flow-page'),
  flowAStart: () => import('@/features/flow-a/start-page'),
  flowAQuestion: () => import('@/features/flow-a/question-page'),
  flowAFollowup: () => import('@/features/flow-a/followup-page'),
  flowACorrect: feedbackA,
  flowAIncorrect: feedbackA,
  flowAInterim: () => import('@/features/flow-a/interim-page'),
  flowAEnd: () => import('@/features/flow-a/end-page'),
  flowBStart: () => import('@/features/flow-b/start-page'),
  flowBQuestion: () => import('@/features/flow-b/post-page'),
  flowBCorrect: feedbackB,
  flowBIncorrect: feedbackB,
} satisfies Record<PageId, () => Promise<PageModule>>;
