import type { ErrorTranslator } from '@/lib/translate-error';

/**
 * The interface's own messages in English. The study's texts (questions, pages, options) are in the bundle; messages of
 * the study pages' frames are in `study.en.ts`.
 */
export const en = {
  ui: {
    error: 'Error:',
    optional: '(optional)',
    show: 'Show',
    hide: 'Hide',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    notAnswered: 'Not answered yet',
    less: 'Less',
    more: 'More',
    closeMessage: 'Close message',
    problem: 'There is a problem',
    corrected: '(corrected)',
    loading: 'Loading...',
    progress: 'Progress through the study',
    step: (step: number, of: number) => `Step ${step} of ${of}`,
  },
  chrome: {
    skip: 'Skip to content',
    switchTheme: 'Dark theme',
    language: 'Language',
    toDashboard: 'Go to Dashboard',
    toTraining: 'Go to Training',
    userMenu: 'User menu',
    profile: 'User Profile',
    signOut: 'Sign Out',
    madeWith: 'Run with Unmask, software for studies of altered media.',
    ended: 'Your session has ended. Please sign in again. Unsent answers are saved on this device.',
    offline: 'No connection.',
    offlineNone: 'You can carry on with this page. We keep trying to connect.',
    offlineWaiting: 'Your answers are saved on this device and will be sent as soon as possible.',
  },
  outbox: {
    saving: 'Saving...',
  },
  errors: {
    title: 'Something went wrong',
    text: "We've encountered an unexpected error. Please refresh the page to try again.",
    button: 'Refresh Page',
    newTitle: 'There is a new version',
    newText: 'The pages were updated. Refresh the page to continue. Your answers are saved.',
    authTitle: 'Authentication Error',
    authText: 'There was a problem with your authentication. Please log in again.',
    authButton: 'Go to Login',
  },
  /** English shows the server's messages as they are. */
  errorTranslator: undefined as ErrorTranslator | undefined,
  pages: {
    landing: 'Welcome',
    consent: 'Consent',
    auth: 'Sign in or register',
    preQuestionnaire: 'First questions',
    treatmentQuestionnaire: 'Before the exercise',
    postQuestionnaire: 'Last questions',
    end: 'Thank you',
    home: 'Try-out',
    homeRight: 'Try-out, right answer',
    homeWrong: 'Try-out, wrong answer',
    dashboard: 'Dashboard',
    profile: 'Profile',
    controlFlow: 'Clips',
    flowAStart: 'Exercise',
    flowAQuestion: 'Exercise question',
    flowAFollowup: 'Exercise follow-up',
    flowACorrect: 'Right answer',
    flowAIncorrect: 'Wrong answer',
    flowAInterim: 'Exercise, halfway',
    flowAEnd: 'Exercise, end',
    flowBStart: 'Persona',
    flowBQuestion: 'Post',
    flowBCorrect: 'Post, right answer',
    flowBIncorrect: 'Post, wrong answer',
  },
};

/** The keys that every language must have. */
export type Messages = typeof en;
