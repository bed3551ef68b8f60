import type { Registration, User } from '@/api/types';
import { forgetConsent, keptConsent } from '@/features/consent/kept-consent';
import { forgetRecruitment, keptRecruitment } from '@/features/study/recruitment';
import { reloadStudy } from '@/features/study/study';
import { api } from '@/lib/api-client';
import { currentLocale } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { register } from '@/lib/session';

export type NewAccount = {
  username: string;
  password: string;
  firstName: string;
  lastName: string;
};

/** Creates the account, with the consent and the recruiter's ids that this tab has kept. */
export async function createAccount(account: NewAccount): Promise<User> {
  const consent = keptConsent();
  const recruitment = keptRecruitment();
  const registration: Registration = {
    username: account.username,
    password: account.password,
    locale: currentLocale(),
    ...(account.firstName && { firstName: account.firstName }),
    ...(account.lastName && { lastName: account.lastName }),
    ...(consent && { consent }),
    ...(recruitment && { recruitment }),
  };
  try {
    const user = await register(registration);
    forgetConsent();
    forgetRecruitment();
    return user;
  } catch (error) {
    // Closed, paused or full since the page was read. The page then says so in the study's words.
    if (error instanceof ApiProblem && error.code === 'study_closed')
      await reloadStudy().catch(() => {});
    // The consent text has changed since: without it the account can be made, and `/consent` asks anew.
    const outdated = error instanceof ApiProblem && error.fields.some(isAboutConsent);
    if (!outdated || !consent) throw error;
    forgetConsent();
    return createAccount(account);
  }
}

function isAboutConsent(field: { item: string }): boolean {
  return field.item.startsWith('consent');
}

/** A free name that says nothing about the person. */
export async function suggestedName(): Promise<string> {
  const reply = await api.get<{ username: string }>('/api/auth/suggestion', { open: true });
  return reply.username;
}

/** Where somebody who has just signed in belongs. */
export function startOf(user: User): string {
  if (user.role === 'admin') return '/admin';
  return user.consent ? user.currentState : '/consent';
}
