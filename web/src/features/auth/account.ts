import type { Profile, Registration, User } from '@/api/schema';
import { reloadStudy } from '@/features/study/study';
import { forgetConsent, storedConsent } from '@/features/visit/consent';
import { forgetRecruitment, storedRecruitment } from '@/features/visit/recruitment';
import { api } from '@/lib/api-client';
import { currentLocale } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { register } from '@/lib/session';

type NewAccount = Pick<Registration, 'username' | 'password'> & Profile;

/** Creates the account, with the consent and the recruitment IDs that this tab has stored. */
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
    // The study was closed, paused or filled after the page was loaded. The page then shows the study's text about it.
    if (error instanceof ApiProblem && error.code === 'study_closed')
      await reloadStudy().catch(() => {});
    // The consent text has changed. The account is created without a consent, and `/consent` is shown again.
    const outdated =
      error instanceof ApiProblem && error.fields.some(({ item }) => item.startsWith('consent'));
    if (!outdated || !consent) throw error;
    forgetConsent();
    return createAccount(account);
  }
}

/** An unused username that reveals nothing about the participant. */
export async function suggestedName(): Promise<string> {
  const reply = await api.get('/api/auth/suggestion', { open: true });
  return reply.username;
}
