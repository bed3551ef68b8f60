/**
 * Every kind of event, with its own fields, under the name that is sent. The collector has the same list
 * (`crates/server/src/collector/kinds.rs`); a test there keeps both equal.
 */
export const EVENTS = {
  'Page Viewed': ['page', 'path'],
  'Persona Viewed': ['personaId', 'personaName'],
  'Persona Selected': ['personaId', 'personaName'],
  'Flow A Question Answered': [
    'questionId',
    'questionNumber',
    'answer',
    'isCorrect',
    'timeSpent',
    'mediaType',
    'mediaUrl',
  ],
  'Flow A Completed': ['totalQuestions', 'correctAnswers', 'accuracy', 'totalTime'],
  'Flow B Prompt Answered': [
    'promptId',
    'promptNumber',
    'response',
    'timeSpent',
    'mediaType',
    'mediaUrl',
  ],
  'Flow B Completed': ['totalPrompts', 'totalTime'],
  'Questionnaire Completed': ['questionnaireType', 'numberOfQuestions', 'timeSpent'],
  'Profile Viewed': [],
  'Profile Updated': ['fieldsUpdated', 'numberOfFieldsUpdated'],
  'Dashboard Viewed': [],
  'Dashboard Action': ['action'],
  'Performance Measured': ['metric', 'value'],
  'Error Occurred': ['errorType', 'errorMessage', 'url', 'userAgent', 'stack', 'componentStack'],
} as const satisfies { [K in EventName]: readonly (keyof EventFields[K])[] };

/** What every event has in addition to its own fields. */
export const COMMON = [
  'sessionId',
  'viewportWidth',
  'viewportHeight',
  'screenWidth',
  'screenHeight',
  'timestamp',
] as const;

type Persona = { personaId: string; personaName: string };

type Shown = {
  /** Elapsed seconds. */
  timeSpent: number;
  mediaType: string;
  mediaUrl: string;
};

/** The fields of each kind. Answers appear as the option chosen, never as typed text. */
export type EventFields = {
  'Page Viewed': { page: string; path: string };
  'Persona Viewed': Persona;
  'Persona Selected': Persona;
  'Flow A Question Answered': Shown & {
    questionId: string;
    questionNumber: number;
    answer: string;
    isCorrect: boolean;
  };
  'Flow A Completed': {
    totalQuestions: number;
    correctAnswers: number;
    accuracy: number;
    totalTime: number;
  };
  'Flow B Prompt Answered': Shown & { promptId: string; promptNumber: number; response: string };
  'Flow B Completed': { totalPrompts: number; totalTime: number };
  'Questionnaire Completed': {
    questionnaireType: string;
    numberOfQuestions: number;
    timeSpent: number;
  };
  'Profile Viewed': Record<never, never>;
  'Profile Updated': { fieldsUpdated: string[]; numberOfFieldsUpdated: number };
  'Dashboard Viewed': Record<never, never>;
  'Dashboard Action': { action: string };
  'Performance Measured': { metric: string; value: number };
  'Error Occurred': {
    errorType: string;
    errorMessage: string;
    url: string;
    userAgent: string;
    stack: string;
    componentStack: string;
  };
};

export type EventName = keyof EventFields;
