/** How good a password looks, in words. The server decides; this only helps while writing. */
export type Strength = 'empty' | 'short' | 'weak' | 'fair' | 'strong';

/** In characters. */
export const SHORTEST_PASSWORD = 8;
