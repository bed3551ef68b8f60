import { startOf } from '@/features/signed-in/start-of';
import { beginByLink } from '@/features/visit/link';
import { keepLocale } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { errorMessage, fieldMessage } from '@/locales/error-message';

/** Begins by the recruitment link, in a study without registration. Returns the page to open. */
export async function begin(linkAccount: string): Promise<string> {
  const user = await beginByLink(linkAccount);
  // Pages behind the sign-in have no language of their own.
  keepLocale();
  return startOf(user);
}

/** What is wrong with the link, or what happened. */
export function messageOf(error: unknown): string {
  const field = error instanceof ApiProblem ? error.fields[0] : undefined;
  return field?.item === 'recruitment' ? fieldMessage(field) : errorMessage(error);
}
