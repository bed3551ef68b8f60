import { matchPath } from 'react-router';
import type { Messages } from '@/locales/en';

export type PageId = keyof Messages['pages'];

/** All pages of the specification. A page without a friendly name, or the reverse, does not compile. */
export const PATHS = {
  landing: '/',
  consent: '/consent',
  auth: '/auth',
  preQuestionnaire: '/pre-questionnaire',
  treatmentQuestionnaire: '/treatment-questionnaire',
  postQuestionnaire: '/post-questionnaire',
  end: '/end',
  home: '/home',
  homeRight: '/home-right',
  homeWrong: '/home-wrong',
  dashboard: '/dashboard',
  profile: '/profile',
  controlFlow: '/control-flow',
  flowAStart: '/flow-a/start',
  flowAQuestion: '/flow-a/question/:questionId',
  flowAFollowup: '/flow-a/question/:questionId/followup',
  flowACorrect: '/flow-a/question/:questionId/correct',
  flowAIncorrect: '/flow-a/question/:questionId/incorrect',
  flowAInterim: '/flow-a/interim',
  flowAEnd: '/flow-a/end',
  flowBStart: '/flow-b/start/:personaId',
  flowBQuestion: '/flow-b/question/:questionId',
  flowBCorrect: '/flow-b/question/:questionId/correct',
  flowBIncorrect: '/flow-b/question/:questionId/incorrect',
} as const satisfies Record<PageId, string>;

export const PAGE_IDS = Object.keys(PATHS) as PageId[];

/** Public pages, to which the page flow does not apply. */
const PUBLIC: readonly PageId[] = ['landing', 'consent', 'auth'];
/** Pages without the top bar, so that nothing distracts from the task. */
const BARE = /^(home|homeRight|homeWrong|flowA.*)$/;

export type Layout = 'public' | 'bare' | 'bar';

export function layoutOf(page: PageId): Layout {
  if (PUBLIC.includes(page)) return 'public';
  return BARE.test(page) ? 'bare' : 'bar';
}

/** What a page shows before the app runs, once its data are loaded (first-view/frames.tsx). */
export function firstViewOf(page: PageId): 'picture' | 'text' | '' {
  if (page === 'flowAQuestion') return 'picture';
  return page.endsWith('Questionnaire') ? 'text' : '';
}

const QUESTIONS_A = ['/api/flow-a/config?locale=', '/api/flow-a/questions?locale='];

/**
 * Calls that a page always makes. Its shell preloads them (first-view/preload.ts). The reader's language is appended to
 * a final `=`.
 */
const CALLS: Partial<Record<PageId, readonly string[]>> = {
  preQuestionnaire: ['/api/questionnaires/pre?locale='],
  treatmentQuestionnaire: ['/api/questionnaires/treatment?locale='],
  postQuestionnaire: ['/api/questionnaires/post?locale='],
  end: ['/api/debrief?locale='],
  home: ['/api/practice?locale='],
  controlFlow: ['/api/control-flow?locale='],
  flowAQuestion: QUESTIONS_A,
  flowAFollowup: QUESTIONS_A,
  flowACorrect: QUESTIONS_A,
  flowAIncorrect: QUESTIONS_A,
};

/** The calls that a page's shell preloads; none for pages that the server renders completely. */
export function callsOf(page: PageId): readonly string[] {
  if (PUBLIC.includes(page)) return [];
  return ['/api/users/profile', '/api/study?locale=', ...(CALLS[page] ?? [])];
}

/** The page that a path belongs to; null for an unknown one. */
export function pageOf(pathname: string): PageId | null {
  return PAGE_IDS.find((id) => matchPath(PATHS[id], pathname)) ?? null;
}

export function isPublic(pathname: string): boolean {
  const page = pageOf(pathname);
  return page !== null && PUBLIC.includes(page);
}
