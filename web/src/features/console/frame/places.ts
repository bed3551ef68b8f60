import { matchPath } from 'react-router';

/** The pages of the console, in the order of its navigation; `participant` is reached from the list. */
export const PLACES = {
  overview: '/admin',
  consort: '/admin/consort',
  results: '/admin/results',
  participants: '/admin/participants',
  study: '/admin/study',
  export: '/admin/export',
  audit: '/admin/audit',
  participant: '/admin/participants/:code',
} as const;

export type PlaceId = keyof typeof PLACES;

/** What the navigation shows. */
export const SECTIONS = (Object.keys(PLACES) as PlaceId[]).filter((id) => id !== 'participant');

export type Place = { id: PlaceId; code: string };

/** The page that an address means; null for one that is none of the console's. */
export function placeOf(pathname: string): Place | null {
  for (const id of Object.keys(PLACES) as PlaceId[]) {
    const match = matchPath(PLACES[id], pathname);
    if (match) return { id, code: codeOf((match.params as { code?: string }).code ?? '') };
  }
  return null;
}

/** A code written in lower case or without its hyphen, in its usual form, by the server's rule. */
function codeOf(written: string): string {
  const bare = written.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return bare.length === 8 ? `${bare.slice(0, 4)}-${bare.slice(4)}` : written;
}

/** The entry of the navigation that a page belongs to. */
export function sectionOf(id: PlaceId): PlaceId {
  return id === 'participant' ? 'participants' : id;
}

export function participantPath(code: string): string {
  return `${PLACES.participants}/${encodeURIComponent(code)}`;
}
