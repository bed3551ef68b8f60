import { matchPath } from 'react-router';

/** The pages of the console, in the order of its navigation; `participant` is opened from the list. */
export const CONSOLE_PAGES = {
  overview: '/admin',
  consort: '/admin/consort',
  results: '/admin/results',
  participants: '/admin/participants',
  recruiter: '/admin/recruiter',
  study: '/admin/study',
  export: '/admin/export',
  webhooks: '/admin/webhooks',
  audit: '/admin/audit',
  participant: '/admin/participants/:code',
} as const;

/** The pages about the installation, in the order of their navigation. */
export const INSTALLATION_PAGES = {
  studies: '/console',
  people: '/console/people',
  account: '/console/account',
  log: '/console/log',
} as const;

/** Leads from the address of the installation to the host name of a study, with the same session. */
export const HAND_OVER = '/console/hand-over';

export type ConsolePageId = keyof typeof CONSOLE_PAGES;

/** The entries of the navigation. */
export const SECTIONS = (Object.keys(CONSOLE_PAGES) as ConsolePageId[]).filter(
  (id) => id !== 'participant',
);

export type ConsolePage = { id: ConsolePageId; code: string };

/** The page of an address; null for an unknown one. */
export function pageOf(pathname: string): ConsolePage | null {
  for (const id of Object.keys(CONSOLE_PAGES) as ConsolePageId[]) {
    const match = matchPath(CONSOLE_PAGES[id], pathname);
    if (match) return { id, code: codeOf((match.params as { code?: string }).code ?? '') };
  }
  return null;
}

/** Normalises a participant code that was typed in lower case or without its hyphen, like the server. */
function codeOf(written: string): string {
  const bare = written.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return bare.length === 8 ? `${bare.slice(0, 4)}-${bare.slice(4)}` : written;
}

/** The entry of the navigation that a page belongs to. */
export function sectionOf(id: ConsolePageId): ConsolePageId {
  return id === 'participant' ? 'participants' : id;
}

export function participantPath(code: string): string {
  return `${CONSOLE_PAGES.participants}/${encodeURIComponent(code)}`;
}
