/** Estimates the strength of a password. The server decides; this only helps while typing. */
export type Strength = 'empty' | 'short' | 'weak' | 'fair' | 'strong';

/** In characters. */
export const SHORTEST_PASSWORD = 8;
