/** How sure and how likely to share are variables of their own beside a judgement. */
export const confidenceOf = (id: string): string => `${id}_confidence`;
export const sharingOf = (id: string): string => `${id}_sharing`;
