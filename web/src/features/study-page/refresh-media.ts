import { createContext } from 'react';

/** Reloads the page's data for new media addresses, because they expire. */
export const RefreshMedia = createContext<() => Promise<void>>(async () => {});
