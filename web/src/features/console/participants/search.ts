/** What the list's address can carry; nothing of it is the plain list. */
export const FILTERS = {
  q: '',
  status: '',
  arm: '',
  step: '',
  sign: '',
  excluded: '',
  after: '',
};

export type Filtering = typeof FILTERS;
