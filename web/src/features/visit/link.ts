import type { LinkVisit, User } from '@/api/schema';
import { currentLocale } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { onForget, openByLink } from '@/lib/session';
import { forgetConsent, storedConsent } from './consent';
import { attemptKey, forgetRecruitment, storedRecruitment } from './recruitment';

/** The recruitment ID of the participant who is signed in, in a study whose links open accounts. */
const KEY = 'link_id';

onForget(() => localStorage.removeItem(KEY));

/**
 * Begins or resumes the participation of the link that this tab was opened with. `parameter` is the one with the
 * recruitment ID.
 */
export async function beginByLink(parameter: string): Promise<User> {
  const consent = storedConsent();
  const recruitment = storedRecruitment() ?? {};
  const visit: LinkVisit = { locale: currentLocale(), recruitment, ...(consent && { consent }) };
  try {
    const user = await openByLink(visit, attemptKey());
    localStorage.setItem(KEY, recruitment[parameter] ?? '');
    forgetConsent();
    forgetRecruitment();
    return user;
  } catch (error) {
    // The consent text has changed. The account is created without a consent, and `/consent` is shown again.
    const isOutdated =
      error instanceof ApiProblem && error.fields.some(({ item }) => item.startsWith('consent'));
    if (!isOutdated || !consent) throw error;
    forgetConsent();
    return beginByLink(parameter);
  }
}

/** Whether the link that this tab was opened with is another person's than the one who is signed in. */
export function isOtherLink(parameter: string | null | undefined): boolean {
  const opened = parameter && storedRecruitment()?.[parameter];
  const signedIn = localStorage.getItem(KEY);
  return Boolean(opened && signedIn && opened !== signedIn);
}
