import { onForget } from '@/lib/session';
import { storedRecruitment } from './recruitment';

/** The recruitment ID of the participant who is signed in, in a study whose links open accounts. */
const KEY = 'link_id';

onForget(() => localStorage.removeItem(KEY));

export const rememberLink = (id: string) => localStorage.setItem(KEY, id);

/** Whether the link that this tab was opened with is another person's than the one who is signed in. */
export function isOtherLink(parameter: string | null | undefined): boolean {
  const opened = parameter && storedRecruitment()?.[parameter];
  const signedIn = localStorage.getItem(KEY);
  return Boolean(opened && signedIn && opened !== signedIn);
}
