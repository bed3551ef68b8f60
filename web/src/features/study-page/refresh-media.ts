import { createContext } from 'react';

/**
 * Fetches the page's data again for its media: their addresses expire, so that after a long pause the old one
 * would fail again.
 */
export const RefreshMedia = createContext<() => Promise<void>>(async () => {});
