import type { PublicDebrief, PublicFeedback, PublicMedia, Receipt, User } from '@/api/schema';

/** A signed-in participant. */
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
  turnedAway: null,
  hearsSound: null,
  waves: [],
  analyticsId: null,
};

export const picture: PublicMedia = {
  kind: 'image',
  sources: [{ url: '/api/media/t', mediaType: 'image/webp' }],
  poster: null,
  captions: [],
  alt: 'Someone behind a counter',
  transcript: null,
  width: 600,
  height: 600,
  seconds: null,
};

/** Feedback on the last attempt. */
export const feedback: PublicFeedback = {
  correct: true,
  mayRetry: false,
  disabledAnswers: [],
  truth: null,
  explanation: null,
  lookAlike: null,
  cue: null,
  marks: [],
  secondLook: null,
  sign: null,
};

/** An item of the debrief that was not answered, with what differs. */
export const debriefItem = (differs: Partial<PublicDebrief> = {}): PublicDebrief => ({
  id: 'item',
  part: 'exercise',
  who: null,
  text: 'A clip',
  truth: 'Original',
  cue: null,
  explanation: null,
  answer: null,
  correct: null,
  manipulated: false,
  calledAltered: null,
  confidence: null,
  thumb: null,
  media: null,
  marks: [],
  ...differs,
});

/** The receipt of a submission that leads to `currentState`. */
export const receiptAt = (currentState: string): Receipt => ({
  receipt: 'r',
  storedAt: '2026-11-20T10:00:00.000Z',
  repeated: false,
  currentState,
  nextState: null,
  progress: null,
  verdict: null,
  completedPersonas: [],
  hearsSound: null,
});

export const option = (value: string, label = value) => ({
  value,
  label,
  note: null,
  exclusive: false,
});

/** The fields of all items. */
export const required = { help: null, required: true, showIf: null };
