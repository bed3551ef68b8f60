import { notify } from '@/features/notifications/store';
import { ApiProblem } from '@/lib/problems';
import { forgetRead } from './query';

/** Errors which mean that the page is outdated: the change is already made, or the participant does not exist. */
const OUTDATED = [404, 409];

/**
 * Waits for a `call` that changes data, notifies the researcher when it is `done`, and refetches all data of the page,
 * because a change affects several pages. The caller shows errors.
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
