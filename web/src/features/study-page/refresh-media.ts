import { createContext } from 'react';

/** Reloads the page's data, such as media addresses that have expired. */
export const RefreshMedia = createContext<() => Promise<void>>(async () => {});
