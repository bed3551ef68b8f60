/** Messages of the study pages' frames in English. What is asked and shown comes from the bundle. */
export const en = {
  continue: 'Continue',
  start: 'Start',
  back: 'Back',
  failed: {
    title: 'This page could not be loaded',
    text: 'Check your connection and try again. Your answers are safe.',
    again: 'Try again',
  },
  signOut: {
    title: 'Some answers have not been sent yet',
    text: (n: number) =>
      n === 1
        ? '1 answer could not be sent. If you sign out now, it is lost.'
        : `${n} answers could not be sent. If you sign out now, they are lost.`,
    stay: 'Stay signed in',
    leave: 'Sign out anyway',
  },
  lookBack: 'You have answered this. You can no longer change your answer.',
  resume: 'Resume',
  unsent: 'Your last answer is being sent',
  notSent: 'Your answer is saved on this device. It is sent when you are online again.',
  questionnaire: {
    section: (number: number, of: number) => `Section ${number} of ${of}`,
    finalNote:
      'This is the last section. After you continue, you can no longer change these answers.',
    sectionNote: 'After you continue, you can no longer change the answers in this section.',
    clip: (number: number, of: number) => `Clip ${number} of ${of}`,
    post: (number: number, of: number) => `Post ${number} of ${of}`,
    found: 'What a quick check found',
    leave: 'Leave for now',
    leaveTitle: 'Leave for now?',
    leaveText: 'Your answers on this page are saved on this device. Sign in here again to resume.',
    leaveStay: 'Stay here',
    leaveGo: 'Leave',
    confidence: 'How sure are you?',
    sharing: 'How likely would you be to share it?',
    characters: (left: number) => (left === 1 ? '1 character left' : `${left} characters left`),
    tooLong: (over: number) =>
      over === 1 ? '1 character too many' : `${over} characters too many`,
    yourAnswer: (answer: string) => `You answered: ${answer}`,
    valueOf: (value: number, max: number) => `${value} of ${max}`,
    optional: '(optional)',
    atMost: (max: number) => `Choose up to ${max}.`,
    anyNumber: 'Choose all that apply.',
    unit: (unit: string) => `In ${unit}.`,
    ranking: {
      help: (rows: number) =>
        `Put the answers in order: drag them, or choose a position from 1 to ${rows} for each.`,
      position: (row: string) => `${row}: position`,
      order: (rows: string) => `New order: ${rows}.`,
    },
  },
  /** Validation messages: the same templates as the server has. */
  validationMessages: {
    chooseOne: 'Choose one of the answers.',
    chooseMin: 'Choose at least {min}.',
    chooseMax: 'Choose at most {max}.',
    chooseAlone: "This answer can't be combined with others.",
    choosePoint: 'Choose one of the points.',
    setSlider: 'Choose a value from {min} to {max}.',
    rankEach: 'Choose a different position for each answer.',
    whole: 'Enter a whole number.',
    number: 'Enter a number.',
    range: 'Enter a number from {min} to {max}.',
    wholeRange: 'Enter a whole number from {min} to {max}.',
    atLeast: 'Enter a number of at least {min}.',
    atMost: 'Enter a number of at most {max}.',
    enter: 'Enter an answer.',
    shorter: 'Use at most {max} characters.',
    longer: 'Use at least {min} characters.',
    plain: 'Use letters, digits and punctuation only.',
    day: 'Enter a date such as 2026-05-17, within the dates allowed.',
  },
  allDone: 'all done',
};

/** The shape that every language has to fill. */
export type StudyMessages = typeof en;
