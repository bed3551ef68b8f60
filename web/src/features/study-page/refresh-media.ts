import { createContext } from 'react';

/**
 * Fetches anew what the page's media came with. Their addresses hold for a while only, so trying the
 * old one again would help nobody who comes back after a long pause.
 */
export const RefreshMedia = createContext<() => Promise<void>>(async () => {});
