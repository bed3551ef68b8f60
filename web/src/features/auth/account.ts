import type { Profile, Registration, User } from '@/api/schema';
import { reloadStudy } from '@/features/study/study';
import { forgetConsent, storedConsent } from '@/features/visit/consent';
import { forgetRecruitment, storedRecruitment } from '@/features/visit/recruitment';
import { api } from '@/lib/api-client';
import { currentLocale } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { register } from '@/lib/session';

type NewAccount = Pick<Registration, 'username' | 'password'> & Profile;

/** Creates the account, with the consent and the recruiter's ids that this tab has stored. */
export async function createAccount(account: NewAccount): Promise<User> {
  const consent = storedConsent();
  const recruitment = storedRecruitment();
  const { firstName, lastName, ...rest } = account;
  const registration: Registration = {
    ...rest,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    locale: currentLocale(),
    ...(consent && { consent }),
    ...(recruitment && { recruitment }),
  };
  try {
    const user = await register(registration);
    forgetConsent();
    forgetRecruitment();
    return user;
  } catch (error) {
    // Closed, paused or full since the page was read. The page then shows the study's text about that.
    if (error instanceof ApiProblem && error.code === 'study_closed')
      await reloadStudy().catch(() => {});
    // The consent text has changed since: without it the account can be made, and `/consent` asks again.
    const outdated =
      error instanceof ApiProblem && error.fields.some(({ item }) => item.startsWith('consent'));
    if (!outdated || !consent) throw error;
    forgetConsent();
    return createAccount(account);
  }
}

/** A free username that reveals nothing about the person. */
export async function suggestedName(): Promise<string> {
  const reply = await api.get('/api/auth/suggestion', { open: true });
  return reply.username;
}
