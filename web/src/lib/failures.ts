/** The messages for calls that fail without a message of the server (specification, section 8), by key. */
export const FAILURES = {
  login: 'Login failed',
  register: 'Registration failed',
  user: 'Failed to load user data',
  profile: 'Failed to update profile',
  move: 'Failed to update current state',
  completePersona: 'Failed to mark persona as completed',
  savePre: 'Failed to save pre-questionnaire answers',
  saveTreatment: 'Failed to save treatment answers',
  savePost: 'Failed to save post-questionnaire answers',
  consent: 'Your consent could not be saved',
  position: 'Failed to get current state',
  personas: 'Failed to fetch personas',
  persona: 'Failed to fetch persona',
  flowAConfig: 'Failed to fetch Flow A config',
  flowAQuestions: 'Failed to fetch Flow A questions',
  flowBPosts: 'Failed to fetch Flow B posts',
  noRefreshToken: 'No refresh token available',
  notAuthenticated: 'Not authenticated',
  call: 'An error occurred',
  unexpected: 'An unexpected error occurred',
} as const;

export type Failure = keyof typeof FAILURES;
