import validationMessages from '../../../docs/generated/validation-messages.en.json';

/** Messages of the study pages' frames in English. Questions and texts come from the bundle. */
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
    text: 'If you sign out now, they are lost.',
    stay: 'Stay signed in',
    leave: 'Sign out anyway',
  },
  lookBack: 'You have answered this. You can no longer change your answer.',
  resume: 'Resume',
  unsent: 'Your last answers are being sent',
  unsentText: 'Your answers are saved on this device. They are sent when you are online again.',
  questionnaire: {
    section: (number: number, of: number) => `Section ${number} of ${of}`,
    finalNote:
      'This is the last section. After you continue, you can no longer change these answers.',
    sectionNote: 'After you continue, you can no longer change the answers in this section.',
    clip: (number: number, of: number) => `Clip ${number} of ${of}`,
    post: (number: number, of: number) => `Post ${number} of ${of}`,
    question: (number: number, of: number) => `Question ${number} of ${of}`,
    storedNote: 'This answer is stored when you continue.',
    itemNote: 'After you continue, you can no longer change this answer.',
    readAgain: 'Read the instructions again',
    found: 'What a quick check found',
    leave: 'Leave for now',
    leaveTitle: 'Leave for now?',
    leaveText: 'Your answers on this page are saved on this device. Sign in here again to resume.',
    leaveStay: 'Stay here',
    leaveGo: 'Leave',
    confidence: 'How sure are you?',
    sharing: 'How likely would you be to share it?',
    yourAnswer: (answer: string) => `You answered: ${answer}`,
    optional: '(optional)',
  },
  unseen: {
    unseen: {
      video: 'You have not played this clip yet.',
      audio: 'You have not played this recording yet.',
      image: 'The picture has not loaded.',
    },
    unseenSome: (count: number) =>
      `You have not played or seen ${count} of the clips and pictures yet.`,
    notChecked: 'You have not checked anything yet.',
    play: 'Play it',
    check: 'Check it',
    answer: 'Answer anyway',
  },
  validationMessages,
  allDone: 'all done',
  doneForNow: 'done for now',
  minutesLeft: (minutes: number) =>
    minutes === 1 ? 'about 1 minute left' : `about ${minutes} minutes left`,
  tooLate:
    'Your last answers came too late and were not saved: this part of the study is over for you.',
  saved: 'Earlier sections saved',
  notSent: 'Not sent yet',
};

/** The keys that every language must have. */
export type StudyMessages = typeof en;
