import { notify } from '@/features/notifications/store';
import { ApiProblem } from '@/lib/problems';
import { forgetRead } from './query';

/** Rejections which mean that the page is not up to date: it is done already, or the participant does not exist. */
const OUTDATED = [404, 409];

/**
 * Waits for a `call` that changes something, notifies the researcher when it is `done`, and has everything on the page
 * read again: a change shows on several pages. The caller shows an error.
 */
export async function change<T>(call: Promise<T>, done?: string): Promise<T> {
  const reply = await call.catch((error: unknown) => {
    if (error instanceof ApiProblem && OUTDATED.includes(error.status)) void forgetRead();
    throw error;
  });
  if (done) notify('good', done);
  await forgetRead();
  return reply;
}
