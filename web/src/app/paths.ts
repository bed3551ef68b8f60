import { matchPath } from 'react-router';
import type { Words } from '@/locales/en';

export type PageId = keyof Words['pages'];

/** Every page of the specification. A name here without words, or the other way round, does not compile. */
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

/** Open to everybody; the page flow does not apply. */
const PUBLIC: readonly PageId[] = ['landing', 'consent', 'auth'];
/** Without the top bar, so that nothing distracts from the task. */
const BARE = /^(home|homeRight|homeWrong|flowA.*)$/;

export type Layout = 'public' | 'bare' | 'bar';

export function layoutOf(page: PageId): Layout {
  if (PUBLIC.includes(page)) return 'public';
  return BARE.test(page) ? 'bare' : 'bar';
}

/** What a page's shell shows before the app is there, as soon as the server has told it. */
export function firstPartOf(page: PageId): 'clip' | 'words' | '' {
  if (page === 'flowAQuestion') return 'clip';
  return page.endsWith('Questionnaire') ? 'words' : '';
}

const QUESTIONS_A = ['/api/flow-a/config?locale=', '/api/flow-a/questions?locale='];

/**
 * Calls that a page is sure to make. Its shell makes them while the app is still on its way, and the
 * app takes the replies over (src/lib/ahead.ts). At an `=` in the end the reader's language follows.
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

/** The calls to make ahead of the app on a page; none on those that the server writes whole. */
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
