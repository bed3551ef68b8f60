import type { LinkVisit, User } from '@/api/schema';
import { api } from '@/lib/api-client';
import { currentLocale } from '@/lib/locale';
import { newId } from '@/lib/new-id';
import { ApiProblem } from '@/lib/problems';
import { signedIn } from '@/lib/session';
import { forgetConsent, storedConsent } from './consent';
import { rememberLink } from './other-link';
import { ATTEMPT_KEY, forgetRecruitment, storedRecruitment } from './recruitment';

/**
 * Begins or resumes the participation of the link that this tab was opened with. `parameter` is the one with the
 * recruitment ID.
 */
export async function beginByLink(parameter: string): Promise<User> {
  const consent = storedConsent();
  const recruitment = storedRecruitment() ?? {};
  const visit: LinkVisit = { locale: currentLocale(), recruitment, ...(consent && { consent }) };
  try {
    const user = signedIn(
      await api.post('/api/auth/link', {
        body: visit,
        headers: { 'Idempotency-Key': attemptKey() },
        open: true,
        failure: 'register',
      }),
    );
    rememberLink(recruitment[parameter] ?? '');
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

/** The key of this visit, also after a reload. */
function attemptKey(): string {
  const key = sessionStorage.getItem(ATTEMPT_KEY) ?? newId();
  sessionStorage.setItem(ATTEMPT_KEY, key);
  return key;
}
