import type { User } from '@/api/schema';

/** Somebody who is signed in, for tests of pages. */
export const participant: User = {
  username: 'quiet-otter-4821',
  role: 'participant',
  groupType: 'treatment_0',
  profile: { firstName: '', lastName: '' },
  code: 'K7QM-2RXD',
  currentState: '/pre-questionnaire',
  completedPersonas: [],
  consent: null,
  progress: { part: 1, of: 5, done: 0.1, minutesLeft: 27 },
  withdrawn: false,
  analyticsId: null,
};
