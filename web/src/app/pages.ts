import type { LazyRouteFunction, RouteObject } from 'react-router';
import type { PageId } from './paths';

/** Every page is a chunk of its own, fetched when it is first gone to. */
export const PAGES = {
  landing: () => import('@/pages/landing'),
  consent: () => import('@/pages/consent'),
  auth: () => import('@/pages/auth'),
  preQuestionnaire: () => import('@/pages/pre-questionnaire'),
  treatmentQuestionnaire: () => import('@/pages/treatment-questionnaire'),
  postQuestionnaire: () => import('@/pages/post-questionnaire'),
  end: () => import('@/pages/end'),
  home: () => import('@/pages/home'),
  homeRight: () => import('@/pages/home-right'),
  homeWrong: () => import('@/pages/home-wrong'),
  dashboard: () => import('@/pages/dashboard'),
  profile: () => import('@/pages/profile'),
  controlFlow: () => import('@/pages/control-flow'),
  flowAStart: () => import('@/pages/flow-a-start'),
  flowAQuestion: () => import('@/pages/flow-a-question'),
  flowAFollowup: () => import('@/pages/flow-a-followup'),
  flowACorrect: () => import('@/pages/flow-a-correct'),
  flowAIncorrect: () => import('@/pages/flow-a-incorrect'),
  flowAInterim: () => import('@/pages/flow-a-interim'),
  flowAEnd: () => import('@/pages/flow-a-end'),
  flowBStart: () => import('@/pages/flow-b-start'),
  flowBQuestion: () => import('@/pages/flow-b-question'),
  flowBCorrect: () => import('@/pages/flow-b-correct'),
  flowBIncorrect: () => import('@/pages/flow-b-incorrect'),
} satisfies Record<PageId, LazyRouteFunction<RouteObject>>;
